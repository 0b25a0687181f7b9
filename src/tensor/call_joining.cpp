// The ops of moving.h that cut a tensor into several or join several to one, under their PyTorch
// names: chunk, split, cat, stack … What they do is in moving.h.
#include "tensor/call_table.h"
#include "tensor/moving.h"

namespace mha {
namespace {

Result<std::vector<Tensor>> run_chunk(const Bound& b) {
  return chunk(b.tensor(0), b.integer(1), b.integer(2));
}

Result<std::vector<Tensor>> run_split(const Bound& b) {
  return split(b.tensor(0), b.integer(1), b.integer(2));
}

Result<std::vector<Tensor>> run_split_sizes(const Bound& b) {
  return split(b.tensor(0), b.integers(1), b.integer(2));
}

// Tensor.split is Python code that looks at the kind of split_size itself.
Result<Value> run_python_split(const Bound& b) {
  Value size = b.value(1);
  if (const auto* tensor = size.get<Tensor>()) {
    if (tensor->numel() == 1) size = tensor->ints()[0];
  }
  const Value dim = b.given(2) ? b.value(2) : Value(std::int64_t{0});
  const bool is_integer = size.get<std::int64_t>() || size.get<bool>();  // isinstance(size, int)
  const char* op = is_integer ? "split" : "split_with_sizes";
  return call_internal(joining_rows(), op, {{b.value(0), std::move(size), dim}, {}});
}

Result<Value> run_python_split_function(const Bound& b) {
  if (!b.value(0).get<Tensor>()) {
    return attribute_error("'{}' object has no attribute 'split'", {b.value(0).type_name()});
  }
  return run_python_split(b);
}

// Pieces that end at the given indices, as NumPy's array_split makes them.
Result<std::vector<Tensor>> cut(const Tensor& t, const std::vector<std::int64_t>& ends,
                                std::int64_t dim) {
  std::vector<Tensor> pieces;
  std::int64_t start = 0;
  for (std::size_t i = 0; i <= ends.size(); ++i) {
    const bool last = i == ends.size();
    auto piece = slice(t, dim, start, last ? std::nullopt : std::optional(ends[i]));
    if (!piece) return piece.error();
    pieces.push_back(std::move(*piece));
    if (!last) start = ends[i];
  }
  return pieces;
}

Result<std::vector<Tensor>> run_tensor_split(const Bound& b) {
  const Tensor& t = b.tensor(0);
  if (t.rank() == 0) {
    return runtime_error(
        "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  }
  const auto dim = wrap_dim(b.integer(2), t.rank());
  if (!dim) return dim.error();
  const std::int64_t sections = b.integer(1);
  if (sections <= 0) {
    return runtime_error("number of sections must be larger than 0, got {}", {sections});
  }
  if (sections > kMaxElements) return limit_error("too many sections for this lab");
  const std::int64_t size = t.size(*dim);
  std::vector<std::int64_t> ends;
  std::int64_t end = 0;
  for (std::int64_t i = 0; i + 1 < sections; ++i) {
    end += size / sections + (i < size % sections ? 1 : 0);
    ends.push_back(end);
  }
  return cut(t, ends, *dim);
}

Result<std::vector<Tensor>> run_tensor_split_at(const Bound& b) {
  const auto dim = wrap_dim(b.integer(2), b.tensor(0).rank());
  if (!dim) return dim.error();
  return cut(b.tensor(0), b.integers(1), *dim);
}

Result<std::vector<Tensor>> run_unbind(const Bound& b) { return unbind(b.tensor(0), b.integer(1)); }
Result<Tensor> run_cat(const Bound& b) { return cat(b.tensors(0), b.integer(1)); }
Result<Tensor> run_stack(const Bound& b) { return stack(b.tensors(0), b.integer(1)); }

Result<Tensor> run_repeat_interleave(const Bound& b) {
  std::int64_t times = b.integer(1);
  if (const auto* tensor = b.value(1).get<Tensor>()) {
    if (tensor->numel() != 1) return absent(b);
    times = tensor->ints()[0];
  }
  return repeat_interleave(b.tensor(0), times, b.maybe_integer(2));
}

constexpr Row kRows[] = {
    {kBoth, "chunk(Tensor input, int64_t chunks, int64_t dim=0)", run_chunk},
    {kMethod | kPython, "Tensor.split(PyObject* self, PyObject* split_size, PyObject* dim=0)",
     run_python_split},
    {kFunction | kPython,
     "split(PyObject* tensor, PyObject* split_size_or_sections, PyObject* dim=0)",
     run_python_split_function},
    {kInternal, "split(Tensor input, int64_t split_size, int64_t dim=0)", run_split},
    {kInternal, "split(Tensor input, IntArrayRef split_size, int64_t dim=0)", run_split_sizes},
    {kInternal, "split_with_sizes(Tensor input, IntArrayRef split_sizes, int64_t dim=0)",
     run_split_sizes},
    {kBoth, "tensor_split(Tensor input, Tensor tensor_indices_or_sections, int64_t dim=0)",
     run_absent},
    {kBoth, "tensor_split(Tensor input, int64_t sections, int64_t dim=0)", run_tensor_split},
    {kBoth, "tensor_split(Tensor input, IntArrayRef indices, int64_t dim=0)", run_tensor_split_at},
    {kBoth, "unbind(Tensor input, int64_t dim=0)", run_unbind},
    {kBoth, "unbind(Tensor input, Dimname dim)", run_named},
    {kFunction, "cat(TensorList tensors, int64_t dim=0, *, Tensor out=None)", run_cat},
    {kFunction, "cat(TensorList tensors, Dimname dim, *, Tensor out=None)", run_named},
    {kFunction, "concat(TensorList tensors, int64_t dim=0, *, Tensor out=None)", run_cat},
    {kFunction, "concat(TensorList tensors, Dimname dim, *, Tensor out=None)", run_named},
    {kFunction, "concatenate(TensorList tensors, int64_t dim=0, *, Tensor out=None)", run_cat},
    {kFunction, "concatenate(TensorList tensors, Dimname dim, *, Tensor out=None)", run_named},
    {kFunction, "stack(TensorList tensors, int64_t dim=0, *, Tensor out=None)", run_stack},
    {kBoth,
     "repeat_interleave(Tensor input, Tensor repeats, int64_t? dim=None, *, int64_t? "
     "output_size=None)",
     run_repeat_interleave},
    {kBoth,
     "repeat_interleave(Tensor input, int64_t repeats, int64_t? dim=None, *, int64_t? "
     "output_size=None)",
     run_repeat_interleave},
    {kFunction, "repeat_interleave(Tensor repeats, *, int64_t? output_size=None)", run_absent},
};

}  // namespace

std::span<const Row> joining_rows() { return kRows; }

}  // namespace mha
