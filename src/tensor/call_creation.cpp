// Creation ops under their PyTorch names: zeros, arange, tensor … What they make is in creation.h;
// the random ones need a generator and are called elsewhere.
#include <algorithm>

#include "tensor/call_table.h"
#include "tensor/creation.h"

namespace mha {
namespace {

Tensor as_dtype(Tensor t, std::optional<DType> dtype) { return dtype ? to(t, *dtype) : t; }

Result<Tensor> filled(const Sizes& sizes, const Scalar& value, std::optional<DType> dtype) {
  return dtype ? full(sizes, value, *dtype) : full(sizes, value);
}

// Named dimensions are not in the lab; names=None is.
bool has_names(const Bound& b) {
  return std::any_of(b.slots.begin(), b.slots.end(), [](const Slot& slot) {
    return slot.value != nullptr && slot.parameter->kind == Kind::names;
  });
}

// The row's code is the value: zeros and empty 0, ones 1.
Result<Tensor> run_constant(const Bound& b) {
  if (has_names(b)) return absent(b);
  return filled(b.integers(0), std::int64_t{b.code}, b.dtype(2).value_or(DType::float32));
}

// empty has a memory_format and an out before its dtype.
Result<Tensor> run_empty(const Bound& b) {
  if (has_names(b)) return absent(b);
  return filled(b.integers(0), std::int64_t{0}, b.dtype(3).value_or(DType::float32));
}

Result<Tensor> run_full(const Bound& b) {
  if (has_names(b)) return absent(b);
  return filled(b.integers(0), b.scalar(1), b.dtype(3));
}

Result<Tensor> run_constant_like(const Bound& b) {
  return filled(b.tensor(0).sizes(), std::int64_t{b.code},
                b.dtype(2).value_or(b.tensor(0).dtype()));
}

Result<Tensor> run_full_like(const Bound& b) {
  return filled(b.tensor(0).sizes(), b.scalar(1), b.dtype(3).value_or(b.tensor(0).dtype()));
}

Result<Tensor> run_new_constant(const Bound& b) {
  return filled(b.integers(1), std::int64_t{b.code}, b.dtype(2).value_or(b.tensor(0).dtype()));
}

Result<Tensor> run_new_full(const Bound& b) {
  return filled(b.integers(1), b.scalar(2), b.dtype(3).value_or(b.tensor(0).dtype()));
}

Result<Tensor> range(const Scalar& start, const Scalar& end, const Scalar& step,
                     std::optional<DType> dtype) {
  auto result = arange(start, end, step);
  if (!result) return result.error();
  return as_dtype(std::move(*result), dtype);
}

Result<Tensor> run_arange_to(const Bound& b) {
  return range(std::int64_t{0}, b.scalar(0), std::int64_t{1}, b.dtype(2));
}

Result<Tensor> run_arange_between(const Bound& b) {
  return range(b.scalar(0), b.scalar(1), std::int64_t{1}, b.dtype(2));
}

Result<Tensor> run_arange(const Bound& b) {
  return range(b.scalar(0), b.scalar(1), b.scalar(2), b.dtype(4));
}

Result<Tensor> identity(std::int64_t rows, std::int64_t columns, std::optional<DType> dtype) {
  auto result = eye(rows, columns);
  if (!result) return result.error();
  return as_dtype(std::move(*result), dtype);
}

Result<Tensor> run_eye(const Bound& b) { return identity(b.integer(0), b.integer(0), b.dtype(2)); }

Result<Tensor> run_eye_of(const Bound& b) {
  return identity(b.integer(0), b.integer(1), b.dtype(3));
}

Result<Tensor> run_tensor(const Bound& b) {
  auto result = tensor_from(b.value(0));
  if (!result) return result.error();
  return as_dtype(std::move(*result), b.dtype(1));
}

Result<Tensor> run_as_tensor(const Bound& b) {
  if (const auto* same = b.value(0).get<Tensor>()) return as_dtype(*same, b.dtype(1));
  return run_tensor(b);
}

Result<Tensor> run_scalar_tensor(const Bound& b) {
  return as_dtype(scalar_tensor(b.scalar(0)), b.dtype(1).value_or(DType::float32));
}

// What every creation op ends with.
#define MHA_OPTIONS                                                          \
  "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? " \
  "pin_memory=False, bool? requires_grad=False)"

constexpr Row kRows[] = {
    {kFunction, "zeros(IntArrayRef size, *, DimnameList? names, " MHA_OPTIONS, run_constant, 0},
    {kFunction, "zeros(SymIntArrayRef size, *, Tensor out=None, " MHA_OPTIONS, run_constant, 0},
    {kFunction, "ones(IntArrayRef size, *, DimnameList? names, " MHA_OPTIONS, run_constant, 1},
    {kFunction, "ones(SymIntArrayRef size, *, Tensor out=None, " MHA_OPTIONS, run_constant, 1},
    {kFunction,
     "empty(IntArrayRef size, *, DimnameList? names, MemoryFormat? "
     "memory_format=None, " MHA_OPTIONS,
     run_empty},
    {kFunction,
     "empty(SymIntArrayRef size, *, MemoryFormat? memory_format=None, Tensor "
     "out=None, " MHA_OPTIONS,
     run_empty},
    {kFunction, "full(IntArrayRef size, Scalar fill_value, *, DimnameList? names, " MHA_OPTIONS,
     run_full},
    {kFunction, "full(SymIntArrayRef size, Scalar fill_value, *, Tensor out=None, " MHA_OPTIONS,
     run_full},
    {kFunction, "zeros_like(Tensor input, *, MemoryFormat? memory_format=None, " MHA_OPTIONS,
     run_constant_like, 0},
    {kFunction, "ones_like(Tensor input, *, MemoryFormat? memory_format=None, " MHA_OPTIONS,
     run_constant_like, 1},
    {kFunction, "empty_like(Tensor input, *, MemoryFormat? memory_format=None, " MHA_OPTIONS,
     run_constant_like, 0},
    {kFunction,
     "full_like(Tensor input, Scalar fill_value, *, MemoryFormat? memory_format=None, " MHA_OPTIONS,
     run_full_like},
    {kMethod, "new_zeros(SymIntArrayRef size, *, " MHA_OPTIONS, run_new_constant, 0},
    {kMethod, "new_ones(SymIntArrayRef size, *, " MHA_OPTIONS, run_new_constant, 1},
    {kMethod, "new_full(SymIntArrayRef size, Scalar fill_value, *, " MHA_OPTIONS, run_new_full},
    {kFunction, "arange(Scalar end, *, Tensor out=None, " MHA_OPTIONS, run_arange_to},
    {kFunction, "arange(Scalar start, Scalar end, *, " MHA_OPTIONS, run_arange_between},
    {kFunction, "arange(Scalar start, Scalar end, Scalar step=1, *, Tensor out=None, " MHA_OPTIONS,
     run_arange},
    {kFunction, "eye(int64_t n, *, Tensor out=None, " MHA_OPTIONS, run_eye},
    {kFunction, "eye(int64_t n, int64_t m, *, Tensor out=None, " MHA_OPTIONS, run_eye_of},
    {kFunction, "scalar_tensor(Scalar s, *, " MHA_OPTIONS, run_scalar_tensor},
    {kFunction,
     "tensor(PyObject* data, *, ScalarType dtype=None, Device? device=None, bool "
     "pin_memory=False, bool requires_grad=False, DimnameList? names=None)",
     run_tensor},
    {kFunction, "as_tensor(PyObject* data, *, ScalarType dtype=None, Device? device=None)",
     run_as_tensor},
};

#undef MHA_OPTIONS

}  // namespace

std::span<const Row> creation_rows() { return kRows; }

}  // namespace mha
