// The rules of memory_order.h. Source: ATen's clone, empty_like and cat, c10's
// infer_dense_strides and MemoryFormat.h (PyTorch 1.13.1).
#include "tensor/memory_order.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace mha {
namespace {

// The dims of a channels-last tensor, narrowest stride first: channels, then space, then batch.
std::vector<std::size_t> channels_last_order(std::size_t rank) {
  std::vector<std::size_t> order{1};
  for (std::size_t dim = rank - 1; dim > 1; --dim) order.push_back(dim);
  order.push_back(0);
  return order;
}

bool is_channels_last(const Tensor& t) {
  const std::size_t rank = t.sizes().size();
  if (rank != 4 && rank != 5) return false;
  if (t.strides()[1] == 0) return false;
  std::int64_t least = 0;  // what the next stride must be at least
  for (const std::size_t dim : channels_last_order(rank)) {
    const std::int64_t stride = t.strides()[dim];
    if (t.sizes()[dim] == 0 || stride < least) return false;
    // (N, 1, 1, 1) fits both orders: row-major wins.
    if (dim == 0 && least == t.strides()[1]) return false;
    least = t.sizes()[dim] > 1 ? stride * t.sizes()[dim] : stride;
  }
  return true;
}

// Whether dim a belongs further out than dim b, as far as their strides tell (0 tells nothing).
enum class Order { outer, inner, unknown };
Order compare(const Tensor& t, std::size_t a, std::size_t b) {
  const std::int64_t stride_a = t.strides()[a];
  const std::int64_t stride_b = t.strides()[b];
  if (stride_a == 0 || stride_b == 0) return Order::unknown;
  if (stride_a != stride_b) return stride_a > stride_b ? Order::outer : Order::inner;
  return t.sizes()[a] > t.sizes()[b] ? Order::outer : Order::unknown;
}

// The dims from the narrowest stride to the widest: an insertion sort, as there are few.
std::vector<std::size_t> dims_by_stride(const Strides& strides) {
  std::vector<std::size_t> dims(strides.size());
  for (std::size_t i = 0; i < dims.size(); ++i) {
    std::size_t at = i;
    for (; at > 0 && strides[dims[at - 1]] > strides[i]; --at) dims[at] = dims[at - 1];
    dims[at] = i;
  }
  return dims;
}

}  // namespace

bool is_dense(const Tensor& t) {
  if (t.is_contiguous()) return true;
  std::int64_t expected = 1;
  for (const std::size_t dim : dims_by_stride(t.strides())) {
    if (t.sizes()[dim] == 1) continue;
    if (t.strides()[dim] != expected) return false;
    expected *= t.sizes()[dim];
  }
  return true;
}

Strides dense_strides(const Tensor& t) {
  if (is_dense(t)) return t.strides();
  // An insertion sort of the dims, innermost first, as c10 does it: the comparison is no order in
  // the strict sense, so another sort could give another result.
  const std::size_t rank = t.sizes().size();
  std::vector<std::size_t> inner_first(rank);
  std::iota(inner_first.rbegin(), inner_first.rend(), std::size_t{0});
  for (std::size_t i = 1; i < rank; ++i) {
    std::size_t moving = i;
    for (std::size_t before = i; before-- > 0;) {
      const Order order = compare(t, inner_first[before], inner_first[moving]);
      if (order == Order::inner) break;
      if (order == Order::unknown) continue;
      std::swap(inner_first[before], inner_first[moving]);
      moving = before;
    }
  }
  Strides strides(rank, 1);
  std::int64_t next = 1;
  for (const std::size_t dim : inner_first) {
    strides[dim] = next;
    if (t.sizes()[dim] > 1) next *= t.sizes()[dim];
  }
  return strides;
}

Strides cat_strides(const std::vector<Tensor>& tensors, const Sizes& sizes) {
  const bool same_rank = std::all_of(tensors.begin(), tensors.end(), [&](const Tensor& t) {
    return t.sizes().size() == sizes.size();
  });
  if (!same_rank || !std::all_of(tensors.begin(), tensors.end(), is_channels_last)) {
    return contiguous_strides(sizes);
  }
  Strides strides(sizes.size(), 1);
  std::int64_t next = 1;
  for (const std::size_t dim : channels_last_order(sizes.size())) {
    strides[dim] = next;
    next *= std::max<std::int64_t>(sizes[dim], 1);
  }
  return strides;
}

}  // namespace mha
