// What the computing ops share: type promotion, how a result lies in memory, and reading operands
// in that order. Not an op, and private to computing*.cpp, einsum.cpp and random.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "tensor/computing.h"

namespace mha {

// The wider of two dtypes: bool < int64 < float32. Python numbers follow the same order, so with
// three dtypes PyTorch's rules for zero-dim tensors and numbers come to this as well.
DType promote(DType a, DType b);

Tensor as_tensor(const Operand& operand);  // a number becomes a tensor of rank 0

// How an elementwise result lies in memory. ATen's TensorIterator keeps the operands' order of
// dims: the result of `q.transpose(1, 2) * 2` is not contiguous, and a later view may fail.
struct Layout {
  Sizes sizes;
  Strides strides;                 // of the result, dense
  std::vector<std::size_t> order;  // the dims from the slowest in memory to the fastest
};
Layout contiguous_layout(const Sizes& sizes);
// `operands` broadcast to `sizes`.
Layout elementwise_layout(const Sizes& sizes, const std::vector<Tensor>& operands);

// The operands of an elementwise op, brought to one dtype.
struct Operands {
  Tensor a;
  Tensor b;
  DType dtype;
  Layout layout;  // of the result
};
// With `dtype`, that one; else the promoted one. Errors: sizes that do not broadcast, LimitError.
Result<Operands> prepare(const Operand& first, const Operand& second,
                         std::optional<DType> dtype = std::nullopt);

// A fresh tensor of the layout.
Tensor allocate(const Layout& layout, DType dtype);

// t as a view of broadcast sizes: stride 0 along broadcast dims. The caller checked the sizes.
Tensor broadcast_to(const Tensor& t, const Sizes& sizes);

// The first element in memory. T must be the dtype's type.
template <class T>
T* data_of(const Tensor& t) {
  return std::get_if<xt::xtensor<T, 1>>(&t.storage().buffer())->data() + t.offset();
}

// The tensor's elements in the layout's memory order, one behind the other: the tensor's own memory
// where it lies so already, else a copy. So an op needs one linear kernel for a dtype instead of
// one strided loop for every mix of strides, which keeps the wasm small.
template <class T>
class FlatElements {
 public:
  FlatElements(const Tensor& t, const Layout& layout);
  FlatElements(const FlatElements&) = delete;
  FlatElements& operator=(const FlatElements&) = delete;

  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  auto expression() const {
    const T* start = data_;  // a copy: xtensor would keep a reference to the member
    return xt::adapt(std::move(start), size_, xt::no_ownership(),
                     std::array<std::size_t, 1>{size_});
  }

 private:
  Tensor kept_;  // keeps the memory alive
  xt::xtensor<T, 1> copy_;
  const T* data_;
  std::size_t size_;
};

// The memory of a tensor from `allocate` as a writable xtensor expression.
template <class T>
auto flat_memory(const Tensor& t) {
  const auto size = static_cast<std::size_t>(t.numel());
  return xt::adapt(data_of<T>(t), size, xt::no_ownership(), std::array<std::size_t, 1>{size});
}

// A contiguous copy of t broadcast to sizes. Unlike clone's, its elements are their own origins.
Tensor fresh_copy(const Tensor& t, const Sizes& sizes);
// As reshape: a view where it can be one, else a fresh copy. For values inside an op.
Tensor resized(const Tensor& t, const Sizes& sizes);

// "\"bmm\" not implemented for 'Bool'": a kernel that PyTorch lacks for the dtype.
Error not_implemented(const char* kernel, DType dtype);

// In-place ops. What PyTorch refuses: a target whose elements share memory, an input that partly
// overlaps the target.
std::optional<Error> check_overlap(const Tensor& target, const std::vector<Tensor>& inputs);
// Writes `result` (t's sizes and dtype) through t's strides; the elements become their own origins.
void write_computed(const Tensor& t, const Tensor& result);

}  // namespace mha
