// The memory order of elementwise results (ATen's TensorIterator) and linear access to operands.
// No arithmetic here.
#include "tensor/computing_layout.h"

#include <algorithm>
#include <numeric>

#include "tensor/creation.h"
#include "tensor/memory_order.h"

namespace mha {
namespace {

// Whether dims a and b of an operand set stand in the wrong order: 1 yes, -1 no, 0 can't tell. The
// first operand that is broadcast along neither dim decides; equal strides go by size.
int out_of_order(const Sizes& sizes, const std::vector<Tensor>& views, std::size_t a,
                 std::size_t b) {
  for (const Tensor& view : views) {
    const std::int64_t stride_a = view.strides()[a];
    const std::int64_t stride_b = view.strides()[b];
    if (stride_a == 0 || stride_b == 0) continue;
    if (stride_a != stride_b) return stride_a < stride_b ? -1 : 1;
    if (sizes[a] > sizes[b]) return 1;
  }
  return 0;
}

// TensorIterator::reorder_dimensions: an insertion sort, dims from the fastest to the slowest. Its
// comparison is no order in the mathematical sense, so another sort would give other results.
std::vector<std::size_t> fastest_first(const Sizes& sizes, const std::vector<Tensor>& views) {
  std::vector<std::size_t> dims(sizes.size());
  std::iota(dims.rbegin(), dims.rend(), std::size_t{0});
  for (std::size_t i = 1; i < dims.size(); ++i) {
    std::size_t at = i;
    for (std::size_t j = i; j-- > 0;) {
      const int comparison = out_of_order(sizes, views, dims[j], dims[at]);
      if (comparison < 0) break;
      if (comparison > 0) {
        std::swap(dims[j], dims[at]);
        at = j;
      }
    }
  }
  return dims;
}

bool is_broadcast(const Tensor& t) {
  for (std::size_t d = 0; d < t.sizes().size(); ++d) {
    if (t.sizes()[d] > 1 && t.strides()[d] == 0) return true;
  }
  return false;
}

}  // namespace

DType promote(DType a, DType b) {
  if (a == DType::float32 || b == DType::float32) return DType::float32;
  return a == DType::int64 || b == DType::int64 ? DType::int64 : DType::boolean;
}

Tensor as_tensor(const Operand& operand) {
  if (const auto* tensor = std::get_if<Tensor>(&operand)) return *tensor;
  return scalar_tensor(*std::get_if<Scalar>(&operand));
}

Layout contiguous_layout(const Sizes& sizes) {
  Layout layout{sizes, contiguous_strides(sizes), std::vector<std::size_t>(sizes.size())};
  std::iota(layout.order.begin(), layout.order.end(), std::size_t{0});
  return layout;
}

Layout elementwise_layout(const Sizes& sizes, const std::vector<Tensor>& operands) {
  bool same_sizes = true;
  bool all_contiguous = true;
  bool same_strides = true;
  std::vector<Tensor> views;
  for (const Tensor& operand : operands) {
    same_sizes = same_sizes && operand.sizes() == sizes;
    all_contiguous = all_contiguous && operand.is_contiguous();
    same_strides = same_strides && operand.strides() == operands.front().strides();
    views.push_back(broadcast_to(operand, sizes));
  }
  Layout layout = contiguous_layout(sizes);
  if (same_sizes && all_contiguous) return layout;
  std::vector<std::size_t> dims = fastest_first(sizes, views);
  std::reverse(dims.begin(), dims.end());
  if (dims == layout.order) return layout;
  layout.order = std::move(dims);
  if (same_sizes && same_strides && is_dense(operands.front())) {
    layout.strides = operands.front().strides();
    return layout;
  }
  std::int64_t stride = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    const std::size_t dim = layout.order[i];
    layout.strides[dim] = stride;
    stride *= sizes[dim];
  }
  return layout;
}

Result<Operands> prepare(const Operand& first, const Operand& second, std::optional<DType> dtype) {
  Tensor a = as_tensor(first);
  Tensor b = as_tensor(second);
  auto sizes = broadcast_sizes(a.sizes(), b.sizes());
  if (!sizes) return sizes.error();
  if (const auto count = numel(*sizes); !count) return count.error();
  const DType common = dtype ? *dtype : promote(a.dtype(), b.dtype());
  a = to(a, common);
  b = to(b, common);
  Layout layout = elementwise_layout(*sizes, {a, b});
  return Operands{std::move(a), std::move(b), common, std::move(layout)};
}

Tensor allocate(const Layout& layout, DType dtype) {
  return Tensor::empty(layout.sizes, dtype).as_strided(layout.sizes, layout.strides, 0);
}

Tensor broadcast_to(const Tensor& t, const Sizes& sizes) {
  const std::size_t added = sizes.size() - t.sizes().size();
  Strides strides(sizes.size(), 0);
  for (std::size_t d = added; d < sizes.size(); ++d) {
    const bool repeated = t.sizes()[d - added] == 1 && sizes[d] != 1;
    strides[d] = repeated ? 0 : t.strides()[d - added];
  }
  return t.as_strided(sizes, std::move(strides), t.offset());
}

Tensor in_memory_order(const Tensor& t, const Layout& layout) {
  const Tensor wide = broadcast_to(t, layout.sizes);
  Sizes sizes;
  Strides strides;
  for (const std::size_t dim : layout.order) {
    sizes.push_back(layout.sizes[dim]);
    strides.push_back(wide.strides()[dim]);
  }
  return wide.as_strided(std::move(sizes), std::move(strides), t.offset());
}

template <class T>
FlatElements<T>::FlatElements(const Tensor& t, const Layout& layout)
    : ordered_(in_memory_order(t, layout)), data_(data_of<T>(t)) {
  if (ordered_.is_contiguous()) return;
  copied_ = std::make_unique<T[]>(size());
  ordered_.read(copied_.get());
  data_ = copied_.get();
}

template class FlatElements<float>;
template class FlatElements<std::int64_t>;
template class FlatElements<bool>;

Error not_implemented(const char* kernel, DType dtype) {
  return runtime_error("\"{}\" not implemented for '{}'", {kernel, scalar_type_name(dtype)});
}

Tensor fresh_copy(const Tensor& t, const Sizes& sizes) {
  const Tensor result = Tensor::empty(sizes, t.dtype());
  std::int64_t element = 0;
  for (const std::int64_t position : broadcast_to(t, sizes).positions()) {
    result.storage().copy_value(element++, t.storage(), position);
  }
  return result;
}

Tensor resized(const Tensor& t, const Sizes& sizes) {
  auto strides = compute_stride(t.sizes(), t.strides(), sizes);
  if (strides) return t.as_strided(sizes, std::move(*strides), t.offset());
  return fresh_copy(t, t.sizes()).as_strided(sizes, contiguous_strides(sizes), 0);
}

std::optional<Error> check_overlap(const Tensor& target, const std::vector<Tensor>& inputs) {
  constexpr const char* kRefusal =
      "unsupported operation: {} to a single memory location. Please clone() the tensor before "
      "performing the operation.";
  if (is_broadcast(target)) {
    return runtime_error(kRefusal, {"more than one element of the written-to tensor refers"});
  }
  for (const Tensor& input : inputs) {
    if (!input.shares_storage(target) || !is_dense(input) || !is_dense(target)) continue;
    if (input.numel() == 0 || target.numel() == 0) continue;
    const std::int64_t begin = input.offset();
    const std::int64_t end = begin + input.numel();
    const std::int64_t target_end = target.offset() + target.numel();
    const bool same_range = begin == target.offset() && end == target_end;
    const bool partly = same_range ? input.strides() != target.strides()
                                   : begin < target_end && target.offset() < end;
    if (partly) {
      return runtime_error(kRefusal,
                           {"some elements of the input tensor and the written-to tensor refer"});
    }
  }
  return std::nullopt;
}

void write_computed(const Tensor& t, const Tensor& result) {
  const std::vector<std::int64_t> computed = result.positions();
  std::size_t next = 0;
  for (const std::int64_t position : t.positions()) {
    t.storage().copy_value(position, result.storage(), computed[next++]);
    t.storage().reset_origin(position);
  }
}

}  // namespace mha
