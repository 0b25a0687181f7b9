// Sizes, strides and PyTorch's rules about them: the view rule, -1, negative dims, broadcasting.
// Pure arithmetic on integers; no tensor and no data here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tensor/result.h"

namespace mha {

using Sizes = std::vector<std::int64_t>;    // one entry a dimension, each >= 0
using Strides = std::vector<std::int64_t>;  // in elements, one entry a dimension, each >= 0

// The most elements a tensor of the lab may have (4 Mi; with origins 80 MB): above it an op answers
// LimitError.
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 22;

std::string to_string(const Sizes& sizes);  // "[2, 3, 4]", as PyTorch prints sizes in errors

// Number of elements. LimitError above kMaxElements (overflow included); RuntimeError "Trying to
// create tensor with negative dimension -2: [3, -2]".
Result<std::int64_t> numel(const Sizes& sizes);

Strides contiguous_strides(const Sizes& sizes);  // row-major; a size of 0 counts as 1, as in ATen
bool is_contiguous(const Sizes& sizes, const Strides& strides);  // size-1 dims are ignored

// `dim` counted from the front, in [0, rank). rank 0 counts as rank 1, as in PyTorch.
// IndexError "Dimension out of range (expected to be in range of [-3, 2], but got 3)".
Result<std::int64_t> wrap_dim(std::int64_t dim, std::int64_t rank);

// Replaces one -1 in `sizes` so that they hold `elements`; checks the count.
// RuntimeErrors: "shape '[…]' is invalid for input of size N", "only one dimension can be
// inferred", "invalid shape dimension -2", "cannot reshape tensor of 0 elements …".
Result<Sizes> infer_size(const Sizes& sizes, std::int64_t elements);

// ATen's computeStride: the strides that let `to` be a view of (`from`, `strides`) without a copy,
// or nothing if it can't be. Not "is it contiguous": transposed tensors have views too.
std::optional<Strides> compute_stride(const Sizes& from, const Strides& strides, const Sizes& to);

// NumPy's broadcasting. RuntimeError "The size of tensor a (6) must match the size of tensor b (3)
// at non-singleton dimension 3".
Result<Sizes> broadcast_sizes(const Sizes& a, const Sizes& b);

}  // namespace mha
