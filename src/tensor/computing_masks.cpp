// What hides or chooses elements: masked_fill, where, tril, triu. No arithmetic here.
#include <cstdint>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"
#include "tensor/creation.h"

namespace mha {
namespace {

// Whether the mask hides the element at a position of its storage. A mask of numbers is read as
// PyTorch 1.13.1 reads it: the lowest byte of each element, which must be 0 or 1. So an int64 mask
// of 0 and 1 works, and a float mask of 0.0 and 1.0 masks nothing (1.0F ends in a zero byte) and
// complains of nothing.
std::uint8_t mask_byte(const Tensor& mask, std::int64_t position) {
  constexpr std::int64_t kSizes[] = {sizeof(float), sizeof(std::int64_t), sizeof(bool)};
  // little-endian, on every machine that the lab runs on
  const auto* const bytes = static_cast<const std::uint8_t*>(mask.storage().memory());
  return bytes[position * kSizes[static_cast<std::size_t>(mask.dtype())]];
}

// Writes value where the mask is true, through t's strides.
Result<Tensor> fill(const Tensor& t, const Tensor& mask, const Scalar& value) {
  const auto number = full({}, value, t.dtype());
  if (!number) return number.error();
  const std::vector<std::int64_t> in_mask = broadcast_to(mask, t.sizes()).positions();
  for (const std::int64_t position : in_mask) {
    if (mask_byte(mask, position) > 1) {
      return runtime_error("Mask tensor can take 0 and 1 values only");
    }
  }
  std::size_t next = 0;
  for (const std::int64_t position : t.positions()) {
    if (mask_byte(mask, in_mask[next++]) == 0) continue;
    t.storage().copy_value(position, number->storage(), 0);
    t.storage().reset_origin(position);
  }
  return t;
}

enum class Triangle { lower, upper };

Result<Tensor> triangle(Triangle which, const Tensor& t, std::int64_t diagonal) {
  if (t.rank() == 0) {
    return index_error("Dimension specified as -2 but tensor has no dimensions");
  }
  const auto row_dim = wrap_dim(-2, t.rank());
  if (!row_dim) return row_dim.error();
  if (const auto count = numel(t.sizes()); !count) return count.error();
  const std::int64_t columns = t.sizes().back();
  const std::int64_t rows = t.size(*row_dim);
  Tensor result = fresh_copy(t, t.sizes());
  const Tensor zero = Tensor::empty({}, t.dtype());
  for (std::int64_t at = 0; at < result.numel(); ++at) {
    const std::int64_t row = at / columns % rows;
    const std::int64_t column = at % columns;
    const bool kept =
        which == Triangle::lower ? column - row <= diagonal : column - row >= diagonal;
    if (!kept) result.storage().copy_value(at, zero.storage(), 0);
  }
  return result;
}

}  // namespace

Result<Tensor> masked_fill(const Tensor& t, const Tensor& mask, const Scalar& value) {
  const auto sizes = broadcast_sizes(mask.sizes(), t.sizes());
  if (!sizes) return sizes.error();
  if (const auto count = numel(*sizes); !count) return count.error();
  return fill(fresh_copy(t, *sizes), mask, value);
}

Result<Tensor> masked_fill_(const Tensor& t, const Tensor& mask, const Scalar& value) {
  const auto sizes = broadcast_sizes(t.sizes(), mask.sizes());
  if (!sizes) return sizes.error();
  if (*sizes != t.sizes()) {
    return runtime_error("output with shape {} doesn't match the broadcast shape {}",
                         {t.sizes(), *sizes});
  }
  return fill(t, mask, value);
}

Result<Tensor> where(const Tensor& condition, const Operand& a, const Operand& b) {
  if (condition.dtype() != DType::boolean) {
    return runtime_error(
        "where expected condition to be a boolean tensor, but got a tensor with dtype {}",
        {scalar_type_name(condition.dtype())});
  }
  Tensor first = as_tensor(a);
  Tensor second = as_tensor(b);
  const auto of_two = broadcast_sizes(condition.sizes(), first.sizes());
  if (!of_two) return of_two.error();
  const auto sizes = broadcast_sizes(*of_two, second.sizes());
  if (!sizes) return sizes.error();
  if (const auto count = numel(*sizes); !count) return count.error();
  const DType dtype = promote(first.dtype(), second.dtype());
  first = to(first, dtype);
  second = to(second, dtype);
  const Layout layout = elementwise_layout(*sizes, {condition, first, second});
  Tensor result = allocate(layout, dtype);
  const FlatElements<bool> chosen(condition, layout);
  const std::vector<std::int64_t> in_first = in_memory_order(first, layout).positions();
  const std::vector<std::int64_t> in_second = in_memory_order(second, layout).positions();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const bool takes_first = chosen.data()[i];
    result.storage().copy_value(static_cast<std::int64_t>(i),
                                (takes_first ? first : second).storage(),
                                (takes_first ? in_first : in_second)[i]);
  }
  return result;
}

Result<Tensor> tril(const Tensor& t, std::int64_t diagonal) {
  return triangle(Triangle::lower, t, diagonal);
}

Result<Tensor> triu(const Tensor& t, std::int64_t diagonal) {
  return triangle(Triangle::upper, t, diagonal);
}

}  // namespace mha
