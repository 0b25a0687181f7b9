// What hides or chooses elements: masked_fill, where, tril, triu. No arithmetic here.
#include <cstring>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"
#include "tensor/creation.h"

namespace mha {
namespace {

// The mask in the row-major order of `sizes`. A mask of numbers is read as PyTorch 1.13.1 reads it:
// the lowest byte of each element, which must be 0 or 1. So an int64 mask of 0 and 1 works, and a
// float mask of 0.0 and 1.0 masks nothing (1.0F ends in a zero byte) and complains of nothing.
Result<std::vector<bool>> mask_elements(const Tensor& mask, const Sizes& sizes) {
  return visit(mask.dtype(), [&](auto zero) -> Result<std::vector<bool>> {
    using T = decltype(zero);
    const FlatElements<T> elements(mask, contiguous_layout(sizes));
    std::vector<bool> result(elements.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      std::uint64_t bits = 0;  // little-endian, on every machine that the lab runs on
      std::memcpy(&bits, elements.data() + i, sizeof(T));
      if ((bits & 0xFE) != 0) return runtime_error("Mask tensor can take 0 and 1 values only");
      result[i] = (bits & 1) != 0;
    }
    return result;
  });
}

// Writes value where the mask is true, through t's strides.
Result<Tensor> fill(const Tensor& t, const Tensor& mask, const Scalar& value) {
  const auto number = full({}, value, t.dtype());
  if (!number) return number.error();
  const auto masked = mask_elements(mask, t.sizes());
  if (!masked) return masked.error();
  const std::vector<std::int64_t> positions = t.positions();
  visit(t.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* const memory = data_of<T>(t) - t.offset();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (!(*masked)[i]) continue;
      memory[positions[i]] = *data_of<T>(*number);
      t.storage().reset_origin(positions[i]);
    }
  });
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
  visit(t.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* element = data_of<T>(result);
    for (const T* const end = element + result.numel(); element != end;) {
      for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j, ++element) {
          const bool kept = which == Triangle::lower ? j - i <= diagonal : j - i >= diagonal;
          if (!kept) *element = T{};
        }
      }
    }
  });
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
    return runtime_error("output with shape " + to_string(t.sizes()) +
                         " doesn't match the broadcast shape " + to_string(*sizes));
  }
  return fill(t, mask, value);
}

Result<Tensor> where(const Tensor& condition, const Operand& a, const Operand& b) {
  if (condition.dtype() != DType::boolean) {
    return runtime_error(
        std::string("where expected condition to be a boolean tensor, but got a tensor with "
                    "dtype ") +
        scalar_type_name(condition.dtype()));
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
  visit(dtype, [&](auto zero) {
    using T = decltype(zero);
    const FlatElements<T> x(first, layout);
    const FlatElements<T> y(second, layout);
    xt::noalias(flat_memory<T>(result)) =
        xt::where(chosen.expression(), x.expression(), y.expression());
  });
  return result;
}

Result<Tensor> tril(const Tensor& t, std::int64_t diagonal) {
  return triangle(Triangle::lower, t, diagonal);
}

Result<Tensor> triu(const Tensor& t, std::int64_t diagonal) {
  return triangle(Triangle::upper, t, diagonal);
}

}  // namespace mha
