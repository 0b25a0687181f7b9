// Ops that create tensors from nothing but sizes and numbers. Random ones are in random.h.
#pragma once

#include "tensor/tensor.h"

namespace mha {

Result<Tensor> zeros(const Sizes& sizes, DType dtype = DType::float32);
Result<Tensor> ones(const Sizes& sizes, DType dtype = DType::float32);
// dtype follows the scalar's kind: float → float32, int → int64, bool → bool.
Result<Tensor> full(const Sizes& sizes, const Scalar& value);
Result<Tensor> full(const Sizes& sizes, const Scalar& value, DType dtype);
// Integers where all three are integers, float32 otherwise.
Result<Tensor> arange(const Scalar& start, const Scalar& end, const Scalar& step);
Result<Tensor> eye(std::int64_t rows, std::int64_t columns);
Tensor scalar_tensor(const Scalar& value);  // rank 0

}  // namespace mha
