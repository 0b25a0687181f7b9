// A tensor as other types, under PyTorch's names: item, tolist, float, to …, and equal.
#include <array>

#include "tensor/call_table.h"
#include "tensor/moving.h"

namespace mha {
namespace {

Result<Value> run_item(const Bound& b) {
  const auto number = item(b.tensor(0));
  if (!number) return number.error();
  return number_value(*number);
}

Result<Value> nested_list(const Tensor& t) {
  if (t.rank() == 0) {
    const auto number = item(t);
    if (!number) return number.error();
    return number_value(*number);
  }
  List rows;
  for (std::int64_t i = 0; i < t.size(0); ++i) {
    const auto row = select(t, 0, i);
    if (!row) return row.error();
    auto value = nested_list(*row);
    if (!value) return value.error();
    rows.push_back(std::move(*value));
  }
  return Value(std::move(rows));
}

Result<Value> run_tolist(const Bound& b) { return nested_list(b.tensor(0)); }

Result<Tensor> run_as_dtype(const Bound& b) { return to(b.tensor(0), static_cast<DType>(b.code)); }

Result<Tensor> converted(const Tensor& t, DType dtype, bool copy) {
  if (copy && dtype == t.dtype()) return clone(t);
  return to(t, dtype);
}

Result<Tensor> run_to_device(const Bound& b) {
  const auto* device = b.given(1) ? b.value(1).get<std::string>() : nullptr;
  if (b.given(1) && (device == nullptr || *device != "cpu")) {
    return not_in_this_lab("the lab computes on the device \"cpu\" only");
  }
  return converted(b.tensor(0), b.dtype(2).value_or(b.tensor(0).dtype()), b.boolean(4));
}

Result<Tensor> run_to_dtype(const Bound& b) {
  return converted(b.tensor(0), *b.dtype(1), b.boolean(3));
}

Result<Tensor> run_to_tensor(const Bound& b) {
  const auto* other = b.value(1).get<Tensor>();
  return converted(b.tensor(0), other ? other->dtype() : DType::float32, b.boolean(3));
}

Result<Tensor> run_type_as(const Bound& b) { return to(b.tensor(0), b.tensor(1).dtype()); }

Result<Value> run_equal(const Bound& b) {
  const Tensor& x = b.tensor(0);
  const Tensor& y = b.tensor(1);
  if (x.sizes() != y.sizes()) return Value(false);
  const auto same = compare(Comparison::equal, x, y);
  if (!same) return same.error();
  const auto all = reduce(Reduction::all, *same, {}, false);
  if (!all) return all.error();
  return Value(*data_of<bool>(*all));
}

constexpr std::uint8_t code(DType dtype) { return static_cast<std::uint8_t>(dtype); }

#define MHA_CAST(NAME, ...) \
  { kMethod, NAME "(*, MemoryFormat? memory_format=None)", __VA_ARGS__ }

constexpr Row kRows[] = {
    {kMethod, "item()", run_item},
    {kMethod, "tolist()", run_tolist},
    MHA_CAST("float", run_as_dtype, code(DType::float32)),
    MHA_CAST("long", run_as_dtype, code(DType::int64)),
    MHA_CAST("bool", run_as_dtype, code(DType::boolean)),
    MHA_CAST("double", run_absent),
    MHA_CAST("half", run_absent),
    MHA_CAST("bfloat16", run_absent),
    MHA_CAST("int", run_absent),
    {kMethod,
     "to(Device device=None, ScalarType dtype=None, bool non_blocking=False, bool copy=False, *, "
     "MemoryFormat? memory_format=None)",
     run_to_device},
    {kMethod,
     "to(ScalarType dtype, bool non_blocking=False, bool copy=False, *, MemoryFormat? "
     "memory_format=None)",
     run_to_dtype},
    {kMethod,
     "to(Tensor tensor, bool non_blocking=False, bool copy=False, *, MemoryFormat? "
     "memory_format=None)",
     run_to_tensor},
    {kMethod, "type_as(Tensor other)", run_type_as},
    {kBoth, "equal(Tensor input, Tensor other)", run_equal},
};

#undef MHA_CAST

}  // namespace

std::span<const Row> converting_rows() { return kRows; }

}  // namespace mha
