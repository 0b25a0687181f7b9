// The moving ops that copy: clone, contiguous, repeat, cat, stack, copy_. Every element takes its
// origin along. Ops that need no copy are in moving_views.cpp and moving_pieces.cpp.
#include <algorithm>
#include <limits>

#include "tensor/creation.h"
#include "tensor/memory_order.h"
#include "tensor/moving.h"

namespace mha {
namespace {

// target[...] = source, both of the same sizes. All is read before anything is written, so the two
// may overlap. A value that was converted to another dtype is a new one: its own origin.
void write(const Tensor& target, const Tensor& source) {
  const bool converts = target.dtype() != source.dtype();
  const std::vector<Origin> origins = converts ? std::vector<Origin>() : source.origins();
  const Tensor values = Tensor::empty(source.sizes(), target.dtype());
  visit(target.dtype(), [&](auto zero) { source.read(data_of<decltype(zero)>(values)); });
  std::int64_t next = 0;
  for (const std::int64_t position : target.positions()) {
    target.storage().copy_value(position, values.storage(), next);
    if (converts) {
      target.storage().reset_origin(position);
    } else {
      target.storage().set_origin(position, origins[static_cast<std::size_t>(next)]);
    }
    ++next;
  }
}

// The result, after its window was filled with the source.
Result<Tensor> written(const Tensor& result, const Result<Tensor>& window,
                       const Result<Tensor>& source) {
  if (!window) return window.error();
  if (!source) return source.error();
  write(*window, *source);
  return result;
}

// A copy with the given strides, which leave no gaps.
Tensor copied(const Tensor& t, const Strides& strides) {
  const Tensor result = Tensor::empty(t.sizes(), t.dtype()).as_strided(t.sizes(), strides, 0);
  write(result, t);
  return result;
}

// (a0, b0, a1, b1 …): the sizes in which each dim of a repeated tensor falls in two.
Sizes interleaved(const Sizes& a, const Sizes& b) {
  Sizes pairs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    pairs.push_back(a[i]);
    pairs.push_back(b[i]);
  }
  return pairs;
}

std::int64_t wrapping_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

// The tensors that PyTorch's cat passes over, of whatever rank the others are.
bool is_skipped_by_cat(const Tensor& t) { return t.rank() == 1 && t.size(0) == 0; }

// float32 before int64 before bool.
DType common_dtype(const std::vector<Tensor>& tensors) {
  DType common = DType::boolean;
  for (const Tensor& t : tensors) {
    if (t.dtype() == DType::float32) return DType::float32;
    if (t.dtype() == DType::int64) common = DType::int64;
  }
  return common;
}

// Whether t's sizes fit behind first's in a cat along dim; t is tensor `number` of the list.
std::optional<Error> cat_mismatch(const Tensor& first, const Tensor& t, std::int64_t dim,
                                  std::size_t number) {
  if (t.rank() != first.rank()) {
    return runtime_error("Tensors must have same number of dimensions: got {} and {}",
                         {first.rank(), t.rank()});
  }
  for (std::int64_t d = 0; d < t.rank(); ++d) {
    if (d == dim || t.size(d) == first.size(d)) continue;
    return runtime_error(
        "Sizes of tensors must match except in dimension {}. Expected size {} but got size {} for "
        "tensor number {} in the list.",
        {dim, first.size(d), t.size(d), number});
  }
  return std::nullopt;
}

// In-place writes that PyTorch refuses because elements share memory. It finds some of them only;
// the others are harmless here, since write() reads everything first.
std::optional<Error> overlap_error(const Tensor& t, const Tensor& source) {
  const auto refusal = [](const std::string& what) {
    return runtime_error(
        "unsupported operation: {} to a single memory location. Please clone() the tensor before "
        "performing the operation.",
        {what});
  };
  if (!is_dense(t)) {
    for (std::size_t i = 0; i < t.sizes().size(); ++i) {
      if (t.strides()[i] != 0 || t.sizes()[i] <= 1) continue;
      return refusal("more than one element of the written-to tensor refers");
    }
    return std::nullopt;
  }
  if (!t.shares_storage(source) || !is_dense(source)) return std::nullopt;
  if (t.numel() == 0 || source.numel() == 0) return std::nullopt;
  const std::int64_t end = t.offset() + t.numel();
  const std::int64_t source_end = source.offset() + source.numel();
  if (end <= source.offset() || source_end <= t.offset()) return std::nullopt;
  const bool same_memory = t.offset() == source.offset() && end == source_end;
  if (same_memory && t.strides() == source.strides()) return std::nullopt;
  return refusal("some elements of the input tensor and the written-to tensor refer");
}

}  // namespace

Tensor clone(const Tensor& t) { return copied(t, dense_strides(t)); }

Tensor contiguous(const Tensor& t) {
  return t.is_contiguous() ? t : copied(t, contiguous_strides(t.sizes()));
}

Result<Tensor> repeat(const Tensor& t, const std::vector<std::int64_t>& times) {
  if (times.size() < t.sizes().size()) {
    return runtime_error(
        "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
        "tensor");
  }
  Sizes own(times.size() - t.sizes().size(), 1);
  own.insert(own.end(), t.sizes().begin(), t.sizes().end());
  Sizes sizes;
  for (std::size_t i = 0; i < own.size(); ++i) {
    sizes.push_back(wrapping_product(own[i], times[i]));
  }
  Sizes counts = times;
  for (std::int64_t& count : counts) {
    if (count >= 0) continue;
    const auto checked = numel(sizes);  // refuses negative sizes; 0 times a negative number is 0
    if (!checked) return checked.error();
    count = 0;
  }
  // As pairs, the result's elements are t's with one dim more before each: its number of copies.
  const Sizes pairs = interleaved(counts, own);
  const auto count = numel(pairs);
  if (!count) return count.error();
  const Tensor result = Tensor::empty(sizes, t.dtype());
  const auto once = view(t, interleaved(Sizes(own.size(), 1), own));
  return written(result, view(result, pairs), once ? expand(*once, pairs) : once);
}

Result<Tensor> repeat_interleave(const Tensor& t, std::int64_t times,
                                 std::optional<std::int64_t> dim) {
  if (!dim) {
    const auto flat = flatten(t, 0, -1);
    return flat ? repeat_interleave(*flat, times, 0) : flat;
  }
  if (t.rank() == 0) {
    return index_error("Dimension specified as {} but tensor has no dimensions", {*dim});
  }
  const auto wrapped = wrap_dim(*dim, t.rank());
  if (!wrapped) return wrapped.error();
  const auto d = static_cast<std::size_t>(*wrapped);
  if (times < 0 && t.sizes()[d] > 0) return runtime_error("repeats can not be negative");
  Sizes pairs = t.sizes();
  pairs.insert(pairs.begin() + *wrapped + 1, std::max<std::int64_t>(times, 0));
  const auto count = numel(pairs);
  if (!count) return count.error();
  Sizes sizes = t.sizes();
  sizes[d] *= pairs[d + 1];
  const Tensor result = Tensor::empty(sizes, t.dtype());
  const auto once = unsqueeze(t, *wrapped + 1);
  return written(result, view(result, pairs), once ? expand(*once, pairs) : once);
}

Result<Tensor> cat(const std::vector<Tensor>& tensors, std::int64_t dim) {
  if (tensors.empty()) {
    return runtime_error("torch.cat(): expected a non-empty list of Tensors");
  }
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].rank() > 0) continue;
    return runtime_error("zero-dimensional tensor (at position {}) cannot be concatenated", {i});
  }
  const DType dtype = common_dtype(tensors);
  const auto first = std::find_if_not(tensors.begin(), tensors.end(), is_skipped_by_cat);
  if (first == tensors.end()) return zeros({0}, dtype);
  const auto wrapped = wrap_dim(dim, first->rank());
  if (!wrapped) return wrapped.error();

  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  std::int64_t along = 0;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (is_skipped_by_cat(tensors[i])) continue;
    const auto mismatch = cat_mismatch(*first, tensors[i], *wrapped, i);
    if (mismatch) return *mismatch;
    const std::int64_t size = tensors[i].size(*wrapped);
    along = size > kLargest - along ? kLargest : along + size;
  }
  Sizes sizes = first->sizes();
  sizes[static_cast<std::size_t>(*wrapped)] = along;
  const auto count = numel(sizes);
  if (!count) return count.error();
  const Tensor result =
      Tensor::empty(sizes, dtype).as_strided(sizes, cat_strides(tensors, sizes), 0);
  std::int64_t start = 0;
  for (const Tensor& t : tensors) {
    if (is_skipped_by_cat(t)) continue;
    const std::int64_t stop = start + t.size(*wrapped);
    const auto place = written(result, slice(result, *wrapped, start, stop), t);
    if (!place) return place;
    start = stop;
  }
  return result;
}

Result<Tensor> stack(const std::vector<Tensor>& tensors, std::int64_t dim) {
  if (tensors.empty()) return runtime_error("stack expects a non-empty TensorList");
  const Tensor& first = tensors.front();
  const auto wrapped = wrap_dim(dim, first.rank() + 1);
  if (!wrapped) return wrapped.error();
  for (std::size_t i = 1; i < tensors.size(); ++i) {
    if (tensors[i].sizes() == first.sizes()) continue;
    return runtime_error(
        "stack expects each tensor to be equal size, but got {} at entry 0 and {} at entry {}",
        {first.sizes(), tensors[i].sizes(), i});
  }
  // As PyTorch: a cat along the dim, which is then split in two. Behind the last dim there is none
  // to cat along, so each tensor gets one first. (The strides of the two ways can differ.)
  if (*wrapped < first.rank()) {
    const auto joined = cat(tensors, *wrapped);
    if (!joined) return joined;
    Sizes sizes = first.sizes();
    sizes.insert(sizes.begin() + *wrapped, static_cast<std::int64_t>(tensors.size()));
    return view(*joined, sizes);
  }
  std::vector<Tensor> deeper;
  for (const Tensor& t : tensors) {
    auto one = unsqueeze(t, *wrapped);
    if (!one) return one;
    deeper.push_back(*std::move(one));
  }
  return cat(deeper, *wrapped);
}

Result<Tensor> copy_(const Tensor& t, const Tensor& source) {
  const auto overlap = overlap_error(t, source);
  if (overlap) return *overlap;
  const auto sizes = broadcast_sizes(t.sizes(), source.sizes());
  if (!sizes) return sizes.error();
  if (*sizes != t.sizes()) {
    return runtime_error("output with shape {} doesn't match the broadcast shape {}",
                         {t.sizes(), *sizes});
  }
  return written(t, t, expand(source, t.sizes()));
}

}  // namespace mha
