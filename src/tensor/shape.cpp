// The arithmetic of sizes and strides declared in shape.h. No tensor and no data here.
#include "tensor/shape.h"

#include <algorithm>
#include <limits>

#include "tensor/number_text.h"

namespace mha {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

// a * b for a, b >= 0, or the largest integer where the product does not fit.
std::int64_t saturating_product(std::int64_t a, std::int64_t b) {
  return b != 0 && a > kLargest / b ? kLargest : a * b;
}

std::string with_thousands_separators(std::int64_t count) {
  std::string digits = integer_text(count);
  for (std::size_t left = digits.size(); left > 3;) {
    left -= 3;
    digits.insert(left, 1, ',');
  }
  return digits;
}

Error too_many_elements(std::int64_t count) {
  const std::string limit = with_thousands_separators(kMaxElements);
  const std::string shown = with_thousands_separators(count);
  return limit_error("This would make a tensor of {} elements; the lab's limit is {}.",
                     {(count == kLargest ? "more than " + shown : shown), limit});
}

}  // namespace

std::string to_string(const Sizes& sizes) { return sentence("{}", {sizes}); }

Result<std::int64_t> numel(const Sizes& sizes) {
  std::int64_t count = 1;
  std::int64_t first_stride = 1;  // what contiguous_strides multiplies up to: 0 counts as 1
  for (const std::int64_t size : sizes) {
    if (size < 0) {
      return runtime_error("Trying to create tensor with negative dimension {}: {}", {size, sizes});
    }
    count = saturating_product(count, size);
    first_stride = saturating_product(first_stride, std::max<std::int64_t>(size, 1));
  }
  // A size of 0 after a product that did not fit still makes the count 0.
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) count = 0;
  if (count > kMaxElements) return too_many_elements(count);
  if (first_stride == kLargest) {
    return limit_error("The sizes {} are too large for the lab, even without elements.", {sizes});
  }
  return count;
}

Strides contiguous_strides(const Sizes& sizes) {
  Strides strides(sizes.size(), 1);
  for (std::size_t i = sizes.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * std::max<std::int64_t>(sizes[i], 1);
  }
  return strides;
}

bool is_contiguous(const Sizes& sizes, const Strides& strides) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return true;
  std::int64_t expected = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 1) continue;
    if (strides[i] != expected) return false;
    expected *= sizes[i];
  }
  return true;
}

Result<std::int64_t> wrap_dim(std::int64_t dim, std::int64_t rank) {
  const std::int64_t dims = std::max<std::int64_t>(rank, 1);
  if (dim < -dims || dim >= dims) {
    return index_error("Dimension out of range (expected to be in range of [{}, {}], but got {})",
                       {-dims, dims - 1, dim});
  }
  return dim < 0 ? dim + dims : dim;
}

Result<Sizes> infer_size(const Sizes& sizes, std::int64_t elements) {
  std::optional<std::size_t> inferred;
  std::int64_t known = 1;
  bool has_zero = false;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1) {
      if (inferred) return runtime_error("only one dimension can be inferred");
      inferred = i;
    } else if (sizes[i] < 0) {
      return runtime_error("invalid shape dimension {}", {sizes[i]});
    } else {
      has_zero = has_zero || sizes[i] == 0;
      known = saturating_product(known, sizes[i]);
    }
  }
  if (has_zero) known = 0;
  const bool fits = known == elements || (inferred && known > 0 && elements % known == 0);
  if (!fits) {
    return runtime_error("shape '{}' is invalid for input of size {}", {sizes, elements});
  }
  Sizes result = sizes;
  if (inferred) {
    if (known == 0) {
      return runtime_error(
          "cannot reshape tensor of 0 elements into shape {} because the unspecified dimension "
          "size -1 can be any value and is ambiguous",
          {sizes});
    }
    result[*inferred] = elements / known;
  }
  return result;
}

// Both shapes are walked from the last dim. Dims of `from` that lie in memory like one long dim
// form a block; the block's elements must be exactly those of a run of dims of `to`, which then get
// strides inside the block. A dim of `to` that would cross two blocks has no single stride.
std::optional<Strides> compute_stride(const Sizes& from, const Strides& strides, const Sizes& to) {
  if (from.empty()) return Strides(to.size(), 1);
  if (std::find(from.begin(), from.end(), 0) != from.end()) {
    return from == to ? strides : contiguous_strides(to);
  }
  Strides result(to.size(), 0);
  std::size_t left = to.size();  // dims of `to` that have no stride yet
  std::int64_t block = 1;        // elements of the block so far
  std::int64_t step = strides.back();
  for (std::size_t i = from.size(); i-- > 0;) {
    block *= from[i];
    const bool block_goes_on = i > 0 && (from[i - 1] == 1 || strides[i - 1] == block * step);
    if (block_goes_on) continue;
    std::int64_t covered = 1;
    while (left > 0 && (covered < block || to[left - 1] == 1)) {
      --left;
      result[left] = covered * step;
      covered *= to[left];
    }
    if (covered != block) return std::nullopt;
    if (i > 0) {
      step = strides[i - 1];
      block = 1;
    }
  }
  if (left > 0) return std::nullopt;
  return result;
}

Result<Sizes> broadcast_sizes(const Sizes& a, const Sizes& b) {
  const std::size_t rank = std::max(a.size(), b.size());
  Sizes result(rank, 1);
  for (std::size_t back = 1; back <= rank; ++back) {  // the dim, counted from the last
    const std::int64_t in_a = back <= a.size() ? a[a.size() - back] : 1;
    const std::int64_t in_b = back <= b.size() ? b[b.size() - back] : 1;
    if (in_a != in_b && in_a != 1 && in_b != 1) {
      return runtime_error(
          "The size of tensor a ({}) must match the size of tensor b ({}) at non-singleton "
          "dimension {}",
          {in_a, in_b, rank - back});
    }
    result[rank - back] = in_a == 1 ? in_b : in_a;
  }
  return result;
}

}  // namespace mha
