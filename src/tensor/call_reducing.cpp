// Reductions under their PyTorch names: sum, mean, max, all, cumsum … What they compute is in
// computing.h.
#include "tensor/call_table.h"

namespace mha {
namespace {

constexpr std::uint8_t code(Reduction op) { return static_cast<std::uint8_t>(op); }

Tensor as_dtype(const Tensor& t, std::optional<DType> dtype) { return dtype ? to(t, *dtype) : t; }

Result<Tensor> reduced(const Bound& b, const Tensor& t, const std::vector<std::int64_t>& dims,
                       bool keepdim) {
  return reduce(static_cast<Reduction>(b.code), t, dims, keepdim);
}

// (input, *, dtype)
Result<Tensor> run_total(const Bound& b) {
  return reduced(b, as_dtype(b.tensor(0), b.dtype(1)), {}, false);
}

// (input, dims, keepdim, *, dtype)
Result<Tensor> run_over_dims(const Bound& b) {
  return reduced(b, as_dtype(b.tensor(0), b.dtype(3)), b.integers(1), b.boolean(2));
}

// amax's and amin's fourth parameter is out, not dtype.
Result<Tensor> run_extreme(const Bound& b) {
  return reduced(b, b.tensor(0), b.integers(1), b.boolean(2));
}

Result<Tensor> run_all_elements(const Bound& b) { return reduced(b, b.tensor(0), {}, false); }

Result<Tensor> run_over_dim(const Bound& b) {
  return reduced(b, b.tensor(0), {b.integer(1)}, b.boolean(2));
}

// max() and min() of nothing.
Result<Tensor> run_extreme_element(const Bound& b) {
  if (b.tensor(0).numel() == 0) {
    return runtime_error(
        "{}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
        "reduction dim with the 'dim' argument.",
        {b.name});
  }
  return run_all_elements(b);
}

Result<Tensor> run_extreme_of_two(const Bound& b) {
  const bool largest = static_cast<Reduction>(b.code) == Reduction::amax;
  const auto op = largest ? Arithmetic::maximum : Arithmetic::minimum;
  return arithmetic(op, b.tensor(0), b.tensor(1));
}

// max(dim) and min(dim) give (values, indices).
Result<Value> run_extreme_along(const Bound& b) {
  const bool largest = static_cast<Reduction>(b.code) == Reduction::amax;
  auto both = largest ? max(b.tensor(0), b.integer(1), b.boolean(2))
                      : min(b.tensor(0), b.integer(1), b.boolean(2));
  if (!both) return both.error();
  return Value(Tuple{{std::move(both->values), std::move(both->indices)}});
}

// all and any have a signature with a name, and refuse it in words of their own.
Result<Value> run_unnamed_only(const Bound& b) {
  return runtime_error(
      "{}: You passed a dimname (string) to this op in place of a dimension index but it does not "
      "yet support this behavior. Please pass a dimension index to work around this.",
      {b.name});
}

Result<Tensor> run_cumsum(const Bound& b) {
  return cumsum(as_dtype(b.tensor(0), b.dtype(2)), b.integer(1));
}

#define MHA_SUM(NAME, OP)                                                                    \
  {kBoth, NAME "(Tensor input, *, ScalarType? dtype=None)", run_total, code(OP)},            \
      {kBoth,                                                                                \
       NAME                                                                                  \
       "(Tensor input, IntArrayRef[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, " \
       "Tensor out=None)",                                                                   \
       run_over_dims, code(OP)},                                                             \
  {                                                                                          \
    kBoth,                                                                                   \
        NAME                                                                                 \
        "(Tensor input, DimnameList[1] dim, bool keepdim=False, *, ScalarType? dtype=None, " \
        "Tensor out=None)",                                                                  \
        run_named                                                                            \
  }
#define MHA_EXTREME(NAME, OP)                                                                    \
  {kBoth, NAME "(Tensor input)", run_extreme_element, code(OP)},                                 \
      {kBoth, NAME "(Tensor input, Tensor other, *, Tensor out=None)", run_extreme_of_two,       \
       code(OP)},                                                                                \
      {kBoth, NAME "(Tensor input, int64_t dim, bool keepdim=False, *, TensorList[2] out=None)", \
       run_extreme_along, code(OP)},                                                             \
  {                                                                                              \
    kBoth, NAME "(Tensor input, Dimname dim, bool keepdim=False, *, TensorList[2] out=None)",    \
        run_named                                                                                \
  }
#define MHA_TRUTH(NAME, OP)                                                               \
  {kBoth, NAME "(Tensor input, *, Tensor out=None)", run_all_elements, code(OP)},         \
      {kBoth, NAME "(Tensor input, int64_t dim, bool keepdim=False, *, Tensor out=None)", \
       run_over_dim, code(OP)},                                                           \
  {                                                                                       \
    kBoth, NAME "(Tensor input, Dimname dim, bool keepdim=False, *, Tensor out=None)",    \
        run_unnamed_only                                                                  \
  }

constexpr Row kRows[] = {
    MHA_SUM("sum", Reduction::sum),
    MHA_SUM("mean", Reduction::mean),
    MHA_EXTREME("max", Reduction::amax),
    MHA_EXTREME("min", Reduction::amin),
    {kBoth, "amax(Tensor input, IntArrayRef[1] dim=None, bool keepdim=False, *, Tensor out=None)",
     run_extreme, code(Reduction::amax)},
    {kBoth, "amin(Tensor input, IntArrayRef[1] dim=None, bool keepdim=False, *, Tensor out=None)",
     run_extreme, code(Reduction::amin)},
    MHA_TRUTH("all", Reduction::all),
    MHA_TRUTH("any", Reduction::any),
    {kBoth, "cumsum(Tensor input, int64_t dim, *, ScalarType? dtype=None, Tensor out=None)",
     run_cumsum},
    {kBoth, "cumsum(Tensor input, Dimname dim, *, ScalarType? dtype=None, Tensor out=None)",
     run_named},
};

#undef MHA_SUM
#undef MHA_EXTREME
#undef MHA_TRUTH

}  // namespace

std::span<const Row> reducing_rows() { return kRows; }

}  // namespace mha
