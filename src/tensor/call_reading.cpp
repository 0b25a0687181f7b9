// What a tensor says of itself and its conversions, under their PyTorch names: size, numel, item,
// float, to …; and the attributes shape, T, mT, dtype ….
#include <array>

#include "tensor/call_table.h"
#include "tensor/moving.h"

namespace mha {
namespace {

Result<Value> run_size_of(const Bound& b) {
  const auto dim = wrap_dim(b.integer(1), b.tensor(0).rank());
  if (!dim) return dim.error();
  // PyTorch's own special case: a rank of 0 has no dimension to ask for.
  if (b.tensor(0).rank() == 0) {
    return index_error("Dimension specified as " + std::to_string(b.integer(1)) +
                       " but tensor has no dimensions");
  }
  return Value(b.code == 0 ? b.tensor(0).size(*dim)
                           : b.tensor(0).strides()[static_cast<std::size_t>(*dim)]);
}

Result<Value> run_size(const Bound& b) { return size_value(b.tensor(0).sizes()); }
Result<Value> run_stride(const Bound& b) { return size_value(b.tensor(0).strides()); }
Result<Value> run_dim(const Bound& b) { return Value(b.tensor(0).rank()); }
Result<Value> run_numel(const Bound& b) { return Value(b.tensor(0).numel()); }
Result<Value> run_storage_offset(const Bound& b) { return Value(b.tensor(0).offset()); }
Result<Value> run_is_contiguous(const Bound& b) { return Value(b.tensor(0).is_contiguous()); }

Result<Value> run_is_floating_point(const Bound& b) {
  return Value(b.tensor(0).dtype() == DType::float32);
}

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

Result<Value> run_as_dtype(const Bound& b) {
  return Value(to(b.tensor(0), static_cast<DType>(b.code)));
}

Result<Value> converted(const Tensor& t, DType dtype, bool copy) {
  if (copy && dtype == t.dtype()) return Value(clone(t));
  return Value(to(t, dtype));
}

Result<Value> run_to_device(const Bound& b) {
  const auto* device = b.given(1) ? b.value(1).get<std::string>() : nullptr;
  if (b.given(1) && (device == nullptr || *device != "cpu")) {
    return not_in_this_lab("the lab computes on the device \"cpu\" only");
  }
  return converted(b.tensor(0), b.dtype(2).value_or(b.tensor(0).dtype()), b.boolean(4));
}

Result<Value> run_to_dtype(const Bound& b) {
  return converted(b.tensor(0), *b.dtype(1), b.boolean(3));
}

Result<Value> run_to_tensor(const Bound& b) {
  const auto* other = b.value(1).get<Tensor>();
  return converted(b.tensor(0), other ? other->dtype() : DType::float32, b.boolean(3));
}

Result<Value> run_type_as(const Bound& b) { return Value(to(b.tensor(0), b.tensor(1).dtype())); }

Result<Value> run_equal(const Bound& b) {
  const Tensor& x = b.tensor(0);
  const Tensor& y = b.tensor(1);
  if (x.sizes() != y.sizes()) return Value(false);
  const auto same = compare(Comparison::equal, x, y);
  if (!same) return same.error();
  const auto all = reduce(Reduction::all, *same, {}, false);
  if (!all) return all.error();
  return Value(bool{all->bools()[0]});
}

constexpr std::uint8_t code(DType dtype) { return static_cast<std::uint8_t>(dtype); }

#define MHA_CAST(NAME, ...) \
  { kMethod, NAME "(*, MemoryFormat? memory_format=None)", __VA_ARGS__ }

constexpr Row kRows[] = {
    {kMethod, "size(int64_t dim)", run_size_of, 0},
    {kMethod, "size()", run_size},
    {kMethod, "size(Dimname dim)", run_named},
    {kMethod, "stride(int64_t dim)", run_size_of, 1},
    {kMethod, "stride()", run_stride},
    {kMethod, "stride(Dimname dim)", run_named},
    {kMethod, "dim()", run_dim},
    {kMethod, "ndimension()", run_dim},
    {kBoth, "numel(Tensor input)", run_numel},
    {kMethod, "nelement()", run_numel},
    {kMethod, "storage_offset()", run_storage_offset},
    {kMethod, "is_contiguous(*, MemoryFormat memory_format=contiguous_format)", run_is_contiguous},
    {kBoth, "is_floating_point(Tensor input)", run_is_floating_point},
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

using Read = Result<Value> (*)(const Tensor&);

Result<Value> read_conjugate_transpose(const Tensor& t) {
  if (t.rank() == 2 || t.rank() == 0) return Value(reverse_dims(t));
  return runtime_error("tensor.H is only supported on matrices (2-D tensors). Got " +
                       std::to_string(t.rank()) + "-D tensor." +
                       (t.rank() > 2 ? " For batches of matrices, consider using tensor.mH" : ""));
}

struct Attribute {
  std::string_view name;
  Read read;
};

constexpr std::array<Attribute, 8> kAttributes = {{
    {"H", read_conjugate_transpose},
    {"T", [](const Tensor& t) -> Result<Value> { return Value(reverse_dims(t)); }},
    {"data", [](const Tensor& t) -> Result<Value> { return Value(t); }},
    {"dtype", [](const Tensor& t) -> Result<Value> { return Value(t.dtype()); }},
    {"mH", [](const Tensor& t) { return as_value(matrix_transpose(t)); }},
    {"mT", [](const Tensor& t) { return as_value(matrix_transpose(t)); }},
    {"ndim", [](const Tensor& t) -> Result<Value> { return Value(t.rank()); }},
    {"shape", [](const Tensor& t) -> Result<Value> { return size_value(t.sizes()); }},
}};

const Attribute* find_attribute(std::string_view name) {
  for (const Attribute& attribute : kAttributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

}  // namespace

std::span<const Row> reading_rows() { return kRows; }

bool has_attribute(std::string_view name) { return find_attribute(name) != nullptr; }

Result<Value> attribute(const Tensor& self, std::string_view name) {
  if (const Attribute* found = find_attribute(name)) return found->read(self);
  return Error{"AttributeError", "'Tensor' object has no attribute '" + std::string(name) + "'"};
}

}  // namespace mha
