// Ops that only move elements: each result element is some element of an input, and its Origin says
// which. Views share storage, the others copy. Errors carry PyTorch's type and text.
#pragma once

#include <optional>
#include <vector>

#include "tensor/tensor.h"

namespace mha {

// Views: never copy. `view` fails by ATen's stride rule: "view size is not compatible with input
// tensor's size and stride (at least one dimension spans …). Use .reshape(...) instead."
Result<Tensor> view(const Tensor& t, const Sizes& sizes);
Result<Tensor> transpose(const Tensor& t, std::int64_t dim0, std::int64_t dim1);
Result<Tensor> permute(const Tensor& t, const std::vector<std::int64_t>& dims);
Result<Tensor> movedim(const Tensor& t, const std::vector<std::int64_t>& source,
                       const std::vector<std::int64_t>& destination);
Result<Tensor> squeeze(const Tensor& t);                    // every dim of size 1
Result<Tensor> squeeze(const Tensor& t, std::int64_t dim);  // if its size is 1
Result<Tensor> unsqueeze(const Tensor& t, std::int64_t dim);
Result<Tensor> expand(const Tensor& t, const Sizes& sizes);  // -1 keeps a size
Result<Tensor> unflatten(const Tensor& t, std::int64_t dim, const Sizes& sizes);
Result<Tensor> select(const Tensor& t, std::int64_t dim, std::int64_t index);
// t[start:stop:step] along dim, Python's slice rules; step > 0.
Result<Tensor> slice(const Tensor& t, std::int64_t dim, std::optional<std::int64_t> start,
                     std::optional<std::int64_t> stop, std::int64_t step = 1);
Result<std::vector<Tensor>> chunk(const Tensor& t, std::int64_t chunks, std::int64_t dim);
Result<std::vector<Tensor>> split(const Tensor& t, std::int64_t size, std::int64_t dim);
Result<std::vector<Tensor>> split(const Tensor& t, const std::vector<std::int64_t>& sizes,
                                  std::int64_t dim);
Result<std::vector<Tensor>> unbind(const Tensor& t, std::int64_t dim);
Result<Tensor> t2d(const Tensor& t);               // .t(): at most two dims
Tensor reverse_dims(const Tensor& t);              // .T: all dims reversed
Result<Tensor> matrix_transpose(const Tensor& t);  // .mT: the last two dims

// Views where they can be, copies elsewhere.
Result<Tensor> reshape(const Tensor& t, const Sizes& sizes);
Result<Tensor> flatten(const Tensor& t, std::int64_t start, std::int64_t end);
Tensor contiguous(const Tensor& t);  // the same tensor if it is contiguous already

// Copies.
Tensor clone(const Tensor& t);
Result<Tensor> repeat(const Tensor& t, const std::vector<std::int64_t>& times);
// Each element `times` times in a row along dim; without a dim on the flattened tensor.
Result<Tensor> repeat_interleave(const Tensor& t, std::int64_t times,
                                 std::optional<std::int64_t> dim);
Result<Tensor> cat(const std::vector<Tensor>& tensors, std::int64_t dim);
Result<Tensor> stack(const std::vector<Tensor>& tensors, std::int64_t dim);

// t[...] = source, in place: broadcasts source to t's sizes and writes through t's strides; the
// origins move along where the dtype is the same.
Result<Tensor> copy_(const Tensor& t, const Tensor& source);

}  // namespace mha
