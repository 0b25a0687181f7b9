// What the computing ops share: type promotion, how a result lies in memory, and reading operands
// in that order. Not an op, and private to computing*.cpp, einsum.cpp and random.cpp.
#pragma once

#include <cstddef>
#include <memory>
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

// t broadcast to the layout's sizes, its dims in the layout's memory order: its positions() are
// those of the result's elements one behind the other.
Tensor in_memory_order(const Tensor& t, const Layout& layout);

// t as a view of broadcast sizes: stride 0 along broadcast dims. The caller checked the sizes.
Tensor broadcast_to(const Tensor& t, const Sizes& sizes);

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
  std::size_t size() const { return static_cast<std::size_t>(ordered_.numel()); }

 private:
  Tensor ordered_;               // broadcast, its dims in memory order; keeps the memory alive
  std::unique_ptr<T[]> copied_;  // only where the elements do not lie one behind the other
  const T* data_;
};

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
