// Storage and Tensor (tensor/tensor.h): memory, strides, reading, xtensor expressions. Origins are
// in test_origins.cpp.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tensor/tensor.h"

using mha::DType;
using mha::Sizes;
using mha::Strides;
using mha::Tensor;

namespace {

Tensor counting(const Sizes& sizes, std::int64_t count) {
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(i);
  return Tensor::of(sizes, values);
}

}  // namespace

TEST_CASE("a fresh tensor is contiguous and holds its values in row-major order") {
  const Tensor t = Tensor::of({2, 3}, std::vector<float>{0.5F, 1, 2, 3, 4, -5});
  CHECK(t.sizes() == Sizes{2, 3});
  CHECK(t.strides() == Strides{3, 1});
  CHECK(t.offset() == 0);
  CHECK(t.rank() == 2);
  CHECK(t.size(1) == 3);
  CHECK(t.numel() == 6);
  CHECK(t.is_contiguous());
  CHECK(t.dtype() == DType::float32);
  CHECK(t.floats() == std::vector<float>{0.5F, 1, 2, 3, 4, -5});
}

TEST_CASE("dtypes have PyTorch's names") {
  CHECK(std::string(mha::name_of(DType::float32)) == "float32");
  CHECK(std::string(mha::name_of(DType::int64)) == "int64");
  CHECK(std::string(mha::name_of(DType::boolean)) == "bool");
  CHECK(std::string(mha::scalar_type_name(DType::float32)) == "Float");
  CHECK(std::string(mha::scalar_type_name(DType::int64)) == "Long");
  CHECK(std::string(mha::scalar_type_name(DType::boolean)) == "Bool");
  for (const DType dtype : {DType::float32, DType::int64, DType::boolean}) {
    CHECK(Tensor::empty({2, 3}, dtype).dtype() == dtype);
    CHECK(Tensor::empty({2, 3}, dtype).floats() == std::vector<float>(6, 0.0F));
  }
}

TEST_CASE("rank 0 has one element, a size of 0 has none") {
  const Tensor number = Tensor::of({}, std::vector<std::int64_t>{7});
  CHECK(number.numel() == 1);
  CHECK(number.is_contiguous());
  CHECK(number.positions() == std::vector<std::int64_t>{0});
  CHECK(number.ints() == std::vector<std::int64_t>{7});
  const Tensor none = Tensor::empty({2, 0, 3}, DType::int64);
  CHECK(none.numel() == 0);
  CHECK(none.strides() == Strides{3, 3, 1});
  CHECK(none.positions().empty());
  CHECK(none.ints().empty());
}

TEST_CASE("as_strided reads the same storage elsewhere") {
  const Tensor t = counting({2, 3, 4}, 24);
  const Tensor columns = t.as_strided({4, 2}, {1, 12}, 4);  // t[:, 1].T
  CHECK(columns.shares_storage(t));
  CHECK_FALSE(columns.is_contiguous());
  CHECK(columns.positions() == std::vector<std::int64_t>{4, 16, 5, 17, 6, 18, 7, 19});
  CHECK(columns.ints() == columns.positions());
  CHECK_FALSE(counting({2, 3, 4}, 24).shares_storage(t));
  CHECK(t.as_strided({3, 2}, {0, 1}, 1).ints() == std::vector<std::int64_t>{1, 2, 1, 2, 1, 2});
}

TEST_CASE("copying a Tensor shares its storage") {
  const Tensor t = counting({2, 3}, 6);
  const Tensor same = t;
  same.expression<std::int64_t>()(1, 2) = 50;
  CHECK(t.ints().back() == 50);
}

TEST_CASE("elements convert as in Python, and what has no integer gives PyTorch's") {
  const float infinity = std::numeric_limits<float>::infinity();
  const auto lowest = std::numeric_limits<std::int64_t>::min();
  const Tensor t = Tensor::of(
      {7}, std::vector<float>{2.75F, -2.75F, 0, -0.0F, infinity, -infinity, std::nanf("")});
  CHECK(t.ints() == std::vector<std::int64_t>{2, -2, 0, 0, lowest, lowest, lowest});
  CHECK(t.bools() == std::vector<bool>{true, true, false, false, true, true, true});
  const Tensor flags = Tensor::of({3}, std::vector<bool>{true, false, true});
  CHECK(flags.floats() == std::vector<float>{1, 0, 1});
  CHECK(flags.ints() == std::vector<std::int64_t>{1, 0, 1});
  CHECK(counting({3}, 3).bools() == std::vector<bool>{false, true, true});
}

TEST_CASE("an expression honours strides and offset, and writes to the storage") {
  const Tensor t = counting({2, 3, 4}, 24);
  const Tensor heads = t.as_strided({3, 2, 3}, {4, 12, 1}, 1);  // t.transpose(0, 1)[..., 1:]
  auto expression = heads.expression<std::int64_t>();
  CHECK(expression(2, 1, 0) == 21);
  const xt::xarray<std::int64_t> rows = xt::sum(expression, {2});
  CHECK(rows(2, 1) == 21 + 22 + 23);
  expression(2, 1, 0) = -1;
  CHECK(t.ints()[21] == -1);
}

TEST_CASE("an expression broadcasts a size-1 dim, whatever its stride") {
  const Tensor t = counting({3, 1, 4}, 12).as_strided({3, 1, 4}, {4, 12, 1}, 0);
  const Tensor other = counting({2, 4}, 8);
  const xt::xarray<std::int64_t> sum =
      t.expression<std::int64_t>() + other.expression<std::int64_t>();
  REQUIRE(sum.dimension() == 3);
  CHECK(sum(2, 0, 3) == 11 + 3);
  CHECK(sum(2, 1, 3) == 11 + 7);
  CHECK(sum(1, 1, 2) == 6 + 6);
}

TEST_CASE("visit names the C++ type of a dtype") {
  CHECK(mha::visit(DType::float32, [](auto zero) { return sizeof(zero); }) == sizeof(float));
  CHECK(mha::visit(DType::int64, [](auto zero) { return sizeof(zero); }) == sizeof(std::int64_t));
  CHECK(mha::visit(DType::boolean, [](auto zero) { return sizeof(zero); }) == sizeof(bool));
}
