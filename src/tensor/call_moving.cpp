// The ops of moving.h that take one tensor, under their PyTorch names: view, transpose, permute …
// What they do is in moving.h; here are only their signatures.
#include "tensor/call_table.h"
#include "tensor/moving.h"

namespace mha {
namespace {

using Dims = std::vector<std::int64_t>;

// Tells apart ops that differ by one word.
enum Code : std::uint8_t { kView, kReshape, kExpand, kRepeat };

Result<Tensor> sized(const Bound& b, const Sizes& sizes) {
  const Tensor& t = b.tensor(0);
  switch (b.code) {
    case kView:
      return view(t, sizes);
    case kReshape:
      return reshape(t, sizes);
    case kExpand:
      return expand(t, sizes);
    default:
      return repeat(t, sizes);
  }
}

Result<Tensor> run_sized(const Bound& b) { return sized(b, b.integers(1)); }
Result<Tensor> run_sized_as(const Bound& b) { return sized(b, b.tensor(1).sizes()); }

Result<Tensor> run_transpose(const Bound& b) {
  return transpose(b.tensor(0), b.integer(1), b.integer(2));
}

Result<Tensor> run_permute(const Bound& b) { return permute(b.tensor(0), b.integers(1)); }

Result<Tensor> run_movedim(const Bound& b) {
  return movedim(b.tensor(0), Dims{b.integer(1)}, Dims{b.integer(2)});
}

Result<Tensor> run_movedims(const Bound& b) {
  return movedim(b.tensor(0), b.integers(1), b.integers(2));
}

Result<Tensor> run_flatten(const Bound& b) {
  return flatten(b.tensor(0), b.integer(1), b.integer(2));
}

Result<Tensor> run_ravel(const Bound& b) { return flatten(b.tensor(0), 0, -1); }

Result<Tensor> run_unflatten(const Bound& b) {
  return unflatten(b.tensor(0), b.integer(1), b.integers(2));
}

// Tensor.unflatten is Python code around the op.
Result<Value> run_python_unflatten(const Bound& b) {
  const Value& sizes = b.value(2);
  const auto* list = sizes.get<List>();
  if (const auto* tuple = sizes.get<Tuple>()) list = &tuple->items;
  const auto* number = sizes.get<std::int64_t>();
  if (sizes.get<None>() || (list && list->empty()) || (number && *number == 0)) {
    return runtime_error("unflatten: sizes must be non-empty");
  }
  return call_internal(moving_rows(), "unflatten", {{b.value(0), b.value(1), sizes}, {}});
}

Result<Tensor> run_squeeze_all(const Bound& b) { return squeeze(b.tensor(0)); }
Result<Tensor> run_squeeze(const Bound& b) { return squeeze(b.tensor(0), b.integer(1)); }

Result<Tensor> run_unsqueeze(const Bound& b) { return unsqueeze(b.tensor(0), b.integer(1)); }

Result<Tensor> run_select(const Bound& b) {
  return select(b.tensor(0), b.integer(1), b.integer(2));
}

Result<Tensor> run_narrow(const Bound& b) {
  const Tensor& t = b.tensor(0);
  const std::int64_t length = b.integer(3);
  if (t.rank() == 0) return runtime_error("narrow() cannot be applied to a 0-dim tensor.");
  if (length < 0) return runtime_error("narrow(): length must be non-negative.");
  const auto dim = wrap_dim(b.integer(1), t.rank());
  if (!dim) return dim.error();
  const std::int64_t size = t.size(*dim);
  std::int64_t start = b.integer(2);
  if (start != size) {
    const auto wrapped = wrap_dim(start, size);
    if (!wrapped) return wrapped.error();
    start = *wrapped;
  }
  if (start > size - length) {
    return runtime_error("start ({}) + length ({}) exceeds dimension size ({}).",
                         {start, length, size});
  }
  return slice(t, *dim, start, start + length);
}

Result<Tensor> run_t(const Bound& b) { return t2d(b.tensor(0)); }
Result<Tensor> run_contiguous(const Bound& b) { return contiguous(b.tensor(0)); }
Result<Tensor> run_clone(const Bound& b) { return clone(b.tensor(0)); }
Result<Tensor> run_self(const Bound& b) { return b.tensor(0); }

// The lab has no gradients; asking for them changes nothing.
Result<Tensor> run_requires_grad_(const Bound& b) {
  const bool wanted = !b.given(1) || b.boolean(1);
  if (wanted && b.tensor(0).dtype() != DType::float32) {
    return runtime_error("only Tensors of floating point dtype can require gradients");
  }
  return b.tensor(0);
}

constexpr Row kRows[] = {
    {kMethod, "view(ScalarType dtype)", run_absent},
    {kMethod, "view(SymIntArrayRef size)", run_sized, kView},
    {kMethod, "view_as(Tensor other)", run_sized_as, kView},
    {kBoth, "reshape(Tensor input, SymIntArrayRef shape)", run_sized, kReshape},
    {kMethod, "reshape_as(Tensor other)", run_sized_as, kReshape},
    {kMethod, "expand(SymIntArrayRef size, *, bool implicit=False)", run_sized, kExpand},
    {kMethod, "expand_as(Tensor other)", run_sized_as, kExpand},
    {kBoth, "broadcast_to(Tensor input, IntArrayRef size)", run_sized, kExpand},
    {kMethod, "repeat(SymIntArrayRef repeats)", run_sized, kRepeat},
    {kBoth, "transpose(Tensor input, int64_t dim0, int64_t dim1)", run_transpose},
    {kBoth, "transpose(Tensor input, Dimname dim0, Dimname dim1)", run_named},
    {kBoth, "swapaxes(Tensor input, int64_t axis0, int64_t axis1)", run_transpose},
    {kBoth, "swapdims(Tensor input, int64_t dim0, int64_t dim1)", run_transpose},
    {kBoth, "permute(Tensor input, IntArrayRef dims)", run_permute},
    {kBoth, "movedim(Tensor input, int64_t source, int64_t destination)", run_movedim},
    {kBoth, "movedim(Tensor input, IntArrayRef source, IntArrayRef destination)", run_movedims},
    {kBoth, "moveaxis(Tensor input, int64_t source, int64_t destination)", run_movedim},
    {kBoth, "moveaxis(Tensor input, IntArrayRef source, IntArrayRef destination)", run_movedims},
    {kBoth, "flatten(Tensor input, int64_t start_dim, int64_t end_dim, Dimname out_dim)",
     run_named},
    {kBoth, "flatten(Tensor input, int64_t start_dim=0, int64_t end_dim=-1)", run_flatten},
    {kBoth, "flatten(Tensor input, Dimname start_dim, Dimname end_dim, Dimname out_dim)",
     run_named},
    {kBoth, "flatten(Tensor input, DimnameList dims, Dimname out_dim)", run_named},
    {kBoth, "ravel(Tensor input)", run_ravel},
    {kMethod | kPython, "Tensor.unflatten(PyObject* self, PyObject* dim, PyObject* sizes)",
     run_python_unflatten},
    {kInternal | kMethod, "unflatten(Dimname dim, IntArrayRef sizes, DimnameList names)",
     run_named},
    {kInternal | kMethod, "unflatten(int64_t dim, IntArrayRef sizes)", run_unflatten},
    {kFunction, "unflatten(Tensor input, Dimname dim, IntArrayRef sizes, DimnameList names)",
     run_named},
    {kFunction, "unflatten(Tensor input, int64_t dim, IntArrayRef sizes)", run_unflatten},
    {kBoth, "squeeze(Tensor input)", run_squeeze_all},
    {kBoth, "squeeze(Tensor input, int64_t dim)", run_squeeze},
    {kBoth, "squeeze(Tensor input, Dimname dim)", run_named},
    {kBoth, "unsqueeze(Tensor input, int64_t dim)", run_unsqueeze},
    {kBoth, "select(Tensor input, int64_t dim, int64_t index)", run_select},
    {kBoth, "select(Tensor input, Dimname dim, int64_t index)", run_named},
    {kBoth, "narrow(Tensor input, int64_t dim, Tensor start, int64_t length)", run_absent},
    {kBoth, "narrow(Tensor input, int64_t dim, int64_t start, int64_t length)", run_narrow},
    {kBoth, "t(Tensor input)", run_t},
    {kMethod, "contiguous(*, MemoryFormat memory_format=contiguous_format)", run_contiguous},
    {kBoth, "clone(Tensor input, *, MemoryFormat? memory_format=None)", run_clone},
    {kBoth, "detach(Tensor input)", run_self},
    {kMethod, "cpu(*, MemoryFormat? memory_format=None)", run_self},
    {kMethod, "requires_grad_(bool requires_grad=True)", run_requires_grad_},
};

}  // namespace

std::span<const Row> moving_rows() { return kRows; }

}  // namespace mha
