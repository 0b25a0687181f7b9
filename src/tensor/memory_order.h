// Which order a copy lays its elements down in: PyTorch's rules for strides of clone and cat.
// Internal to the moving ops.
#pragma once

#include <vector>

#include "tensor/tensor.h"

namespace mha {

// Whether every storage position from t's first to its last is exactly one element of t. True for a
// tensor without elements.
bool is_dense(const Tensor& t);

// Strides for a copy of t that keeps the order of t's dims in memory, without t's gaps and repeats
// (c10's infer_dense_strides); t's own strides if it is dense.
Strides dense_strides(const Tensor& t);

// Strides for a cat of these tensors (at least one): "channels last" where the strides of all are
// ordered so (rank 4 and 5 only, e.g. permute(0, 3, 1, 2)), row-major otherwise.
Strides cat_strides(const std::vector<Tensor>& tensors, const Sizes& sizes);

}  // namespace mha
