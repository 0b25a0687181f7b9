// The moving ops that take pieces of a tensor without a copy: select, slice, chunk, split, unbind.
// Rearranging whole tensors is in moving_views.cpp.
#include <algorithm>
#include <limits>

#include "tensor/moving.h"

namespace mha {
namespace {

// More pieces than that are a slip of the pen, and as many Tensor values would fill the memory.
constexpr std::int64_t kMaxPieces = std::int64_t{1} << 16;

Result<std::int64_t> checked_pieces(std::int64_t count) {
  if (count <= kMaxPieces) return count;
  return limit_error("This would make {} tensors; the lab's limit is {}.", {count, kMaxPieces});
}

// Indices start, start + step … below stop of a dim that exists; 0 <= start <= stop <= size.
Tensor range(const Tensor& t, std::int64_t dim, std::int64_t start, std::int64_t stop,
             std::int64_t step) {
  const auto d = static_cast<std::size_t>(dim);
  Sizes sizes = t.sizes();
  Strides strides = t.strides();
  const std::int64_t offset = t.offset() + start * strides[d];
  const std::int64_t length = stop - start;
  sizes[d] = length / step + (length % step != 0 ? 1 : 0);
  // A step too long for the stride to hold leaves one index at most, whose stride says nothing.
  if (strides[d] == 0 || step <= std::numeric_limits<std::int64_t>::max() / strides[d]) {
    strides[d] *= step;
  }
  return t.as_strided(std::move(sizes), std::move(strides), offset);
}

// Python's reading of a slice bound: negative from the end, then into [0, size].
std::int64_t clamped(std::int64_t bound, std::int64_t size) {
  return std::clamp<std::int64_t>(bound < 0 ? bound + size : bound, 0, size);
}

}  // namespace

Result<Tensor> select(const Tensor& t, std::int64_t dim, std::int64_t index) {
  if (t.rank() == 0) return index_error("select() cannot be applied to a 0-dim tensor.");
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  const std::int64_t size = t.size(*wrapped);
  if (index < -size || index >= size) {
    return index_error("select(): index {} out of range for tensor of size {} at dimension {}",
                       {index, t.sizes(), *wrapped});
  }
  const std::int64_t from_start = index < 0 ? index + size : index;
  Sizes sizes = t.sizes();
  Strides strides = t.strides();
  const std::int64_t offset = t.offset() + from_start * strides[static_cast<std::size_t>(*wrapped)];
  sizes.erase(sizes.begin() + *wrapped);
  strides.erase(strides.begin() + *wrapped);
  return t.as_strided(std::move(sizes), std::move(strides), offset);
}

Result<Tensor> slice(const Tensor& t, std::int64_t dim, std::optional<std::int64_t> start,
                     std::optional<std::int64_t> stop, std::int64_t step) {
  if (step == 0) return value_error("slice step cannot be zero");
  if (step < 0) return value_error("step must be greater than zero");
  if (t.rank() == 0) return index_error("slice() cannot be applied to a 0-dim tensor.");
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  const std::int64_t size = t.size(*wrapped);
  const std::int64_t first = clamped(start.value_or(0), size);
  const std::int64_t last = std::max(first, clamped(stop.value_or(size), size));
  return range(t, *wrapped, first, last, step);
}

Result<std::vector<Tensor>> chunk(const Tensor& t, std::int64_t chunks, std::int64_t dim) {
  if (t.rank() == 0) return runtime_error("chunk expects at least a 1-dimensional tensor");
  if (chunks <= 0) {
    return runtime_error("chunk expects `chunks` to be greater than 0, got: {}", {chunks});
  }
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  const std::int64_t size = t.size(*wrapped);
  if (size == 0) {  // as many empty chunks as asked for; otherwise there may be fewer
    const auto count = checked_pieces(chunks);
    if (!count) return count.error();
    return std::vector<Tensor>(static_cast<std::size_t>(*count), t);
  }
  return split(t, size / chunks + (size % chunks != 0 ? 1 : 0), dim);
}

Result<std::vector<Tensor>> split(const Tensor& t, std::int64_t size, std::int64_t dim) {
  if (t.rank() == 0) return runtime_error("split expects at least a 1-dimensional tensor");
  if (size < 0) {
    return runtime_error("split expects split_size be non-negative, but got split_size={}", {size});
  }
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  const std::int64_t whole = t.size(*wrapped);
  if (whole == 0) return std::vector<Tensor>{t};
  if (size == 0) {
    return runtime_error(
        "split_size can only be 0 if dimension size is 0, but got dimension size of {}", {whole});
  }
  const auto count = checked_pieces(whole / size + (whole % size != 0 ? 1 : 0));
  if (!count) return count.error();
  std::vector<Tensor> pieces;
  for (std::int64_t i = 0; i < *count; ++i) {
    const std::int64_t start = i * size;
    pieces.push_back(range(t, *wrapped, start, start + std::min(size, whole - start), 1));
  }
  return pieces;
}

Result<std::vector<Tensor>> split(const Tensor& t, const std::vector<std::int64_t>& sizes,
                                  std::int64_t dim) {
  if (t.rank() == 0) return runtime_error("split expects at least a 1-dimensional tensor");
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  const std::int64_t whole = t.size(*wrapped);
  if (std::any_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size < 0; })) {
    return runtime_error(
        "split_with_sizes expects split_sizes have only non-negative entries, but got "
        "split_sizes={}",
        {sizes});
  }
  const auto count = checked_pieces(static_cast<std::int64_t>(sizes.size()));
  if (!count) return count.error();
  std::int64_t left = whole;
  for (const std::int64_t size : sizes) {
    left = size <= left ? left - size : -1;
    if (left < 0) break;
  }
  if (left != 0) {
    return runtime_error(
        "split_with_sizes expects split_sizes to sum exactly to {} (input tensor's size at "
        "dimension {}), but got split_sizes={}",
        {whole, dim, sizes});
  }
  std::vector<Tensor> pieces;
  std::int64_t start = 0;
  for (const std::int64_t size : sizes) {
    pieces.push_back(range(t, *wrapped, start, start + size, 1));
    start += size;
  }
  return pieces;
}

Result<std::vector<Tensor>> unbind(const Tensor& t, std::int64_t dim) {
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  if (t.rank() == 0) return index_error("Dimension specified as 0 but tensor has no dimensions");
  const auto count = checked_pieces(t.size(*wrapped));
  if (!count) return count.error();
  std::vector<Tensor> pieces;
  for (std::int64_t i = 0; i < *count; ++i) {
    auto piece = select(t, *wrapped, i);
    if (!piece) return piece.error();
    pieces.push_back(*std::move(piece));
  }
  return pieces;
}

}  // namespace mha
