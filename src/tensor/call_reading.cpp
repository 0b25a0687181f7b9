// What a tensor says of itself, under PyTorch's names: size, numel, stride …; and the attributes
// shape, T, mT, dtype …. Its conversions are call_converting.cpp's.
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
    return index_error("Dimension specified as {} but tensor has no dimensions", {b.integer(1)});
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
};

using Read = Result<Value> (*)(const Tensor&);

Result<Value> read_conjugate_transpose(const Tensor& t) {
  if (t.rank() == 2 || t.rank() == 0) return Value(reverse_dims(t));
  return runtime_error(
      "tensor.H is only supported on matrices (2-D tensors). Got {}-D tensor.{}",
      {t.rank(), (t.rank() > 2 ? " For batches of matrices, consider using tensor.mH" : "")});
}

Result<Value> read_matrix_transpose(const Tensor& t) { return as_value(matrix_transpose(t)); }

struct Attribute {
  std::string_view name;
  Read read;
};

constexpr std::array<Attribute, 8> kAttributes = {{
    {"H", read_conjugate_transpose},
    {"T", [](const Tensor& t) -> Result<Value> { return Value(reverse_dims(t)); }},
    {"data", [](const Tensor& t) -> Result<Value> { return Value(t); }},
    {"dtype", [](const Tensor& t) -> Result<Value> { return Value(t.dtype()); }},
    {"mH", read_matrix_transpose},
    {"mT", read_matrix_transpose},
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
  return attribute_error("'Tensor' object has no attribute '{}'", {name});
}

}  // namespace mha
