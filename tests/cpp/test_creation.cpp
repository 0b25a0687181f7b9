// Creation ops (tensor/creation.h). Expected values and texts: PyTorch 1.13.1.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tensor/creation.h"

using mha::DType;
using mha::Sizes;
using mha::Tensor;

namespace {

using Ints = std::vector<std::int64_t>;

mha::Scalar integer(std::int64_t value) { return value; }

mha::Result<Tensor> range(std::int64_t start, std::int64_t end, std::int64_t step) {
  return mha::arange(integer(start), integer(end), integer(step));
}

}  // namespace

TEST_CASE("zeros, ones and full") {
  CHECK(mha::zeros({2, 3})->floats() == std::vector<float>(6, 0.0F));
  CHECK(mha::ones({2, 3}, DType::boolean)->bools() == std::vector<bool>(6, true));
  CHECK(mha::ones({3})->dtype() == DType::float32);
  CHECK(mha::zeros({2, 0, 3})->numel() == 0);
  CHECK(mha::full({2}, true)->dtype() == DType::boolean);
  CHECK(mha::full({2}, integer(-7))->ints() == Ints{-7, -7});
  CHECK(mha::full({2}, 1.5)->floats() == std::vector<float>{1.5F, 1.5F});
  CHECK(mha::full({2}, -2.7, DType::int64)->ints() == Ints{-2, -2});
  CHECK(mha::full({1}, integer(2), DType::boolean)->bools() == std::vector<bool>{true});
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(mha::full({1}, -infinity)->floats()[0] == -std::numeric_limits<float>::infinity());
}

TEST_CASE("numbers that do not fit a dtype are refused") {
  const auto no_int =
      mha::runtime_error("value cannot be converted to type int64_t without overflow");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(mha::full({1}, infinity, DType::int64).error() == no_int);
  CHECK(mha::full({1}, std::nan(""), DType::int64).error() == no_int);
  CHECK(mha::full({1}, 1e19, DType::int64).error() == no_int);
  CHECK(mha::full({1}, -1e300).error() ==
        mha::runtime_error("value cannot be converted to type float without overflow"));
}

TEST_CASE("sizes that cannot be are refused") {
  CHECK(mha::zeros({2, -3}).error() ==
        mha::runtime_error("Trying to create tensor with negative dimension -3: [2, -3]"));
  CHECK(mha::full({1000, 1000, 1000}, 1.0).error() ==
        mha::limit_error("This would make a tensor of 1,000,000,000 elements; the lab's limit is "
                         "4,194,304."));
  CHECK(mha::eye(-3, -1).error() == mha::runtime_error("n must be greater or equal to 0, got -3"));
  CHECK(mha::eye(3, -1).error() == mha::runtime_error("m must be greater or equal to 0, got -1"));
}

TEST_CASE("arange of integers is exact") {
  CHECK(range(0, 5, 1)->ints() == Ints{0, 1, 2, 3, 4});
  CHECK(range(5, 0, -2)->ints() == Ints{5, 3, 1});
  CHECK(range(3, 3, 1)->sizes() == Sizes{0});
  CHECK(mha::arange(integer(0), true, integer(1))->dtype() == DType::int64);
  const std::int64_t large = (std::int64_t{1} << 53) + 1;  // no double
  CHECK(range(large, large + 3, 2)->ints() == Ints{large, large + 2});
  const std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  CHECK(range(smallest, largest, largest)->ints() == Ints{smallest, -1, largest - 1});
  CHECK(range(largest, smallest, smallest)->ints() == Ints{largest, -1});
  CHECK(range(smallest, largest, 1).error().type == "LimitError");
}

TEST_CASE("arange with a float is float32") {
  const Tensor t = *mha::arange(integer(0), integer(1), 0.3);
  CHECK(t.dtype() == DType::float32);
  CHECK(t.floats() == std::vector<float>{0.0F, 0.3F, 0.6F, static_cast<float>(3 * 0.3)});
  CHECK(mha::arange(integer(5), 1.5, integer(-1))->floats() == std::vector<float>{5, 4, 3, 2});
}

TEST_CASE("impossible ranges are refused in PyTorch's words and order") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto wrong_way =
      mha::runtime_error("upper bound and larger bound inconsistent with step sign");
  CHECK(mha::arange(0.5, infinity, integer(0)).error() ==
        mha::runtime_error("step must be nonzero"));
  CHECK(mha::arange(1.5, infinity, integer(1)).error() ==
        mha::runtime_error("unsupported range: 1.5 -> inf"));
  CHECK(range(5, 0, 1).error() == wrong_way);
  CHECK(range(0, 5, -1).error() == wrong_way);
  CHECK(mha::arange(integer(0), 1e300, integer(1)).error() ==
        mha::runtime_error("invalid size, possible overflow?"));
  CHECK(mha::arange(integer(0), 1e12, integer(1)).error().type == "LimitError");
}

TEST_CASE("eye and scalar_tensor") {
  CHECK(mha::eye(2, 3)->floats() == std::vector<float>{1, 0, 0, 0, 1, 0});
  CHECK(mha::eye(3, 2)->floats() == std::vector<float>{1, 0, 0, 1, 0, 0});
  CHECK(mha::scalar_tensor(integer(7)).sizes() == Sizes{});
  CHECK(mha::scalar_tensor(integer(7)).dtype() == DType::int64);
  CHECK(mha::scalar_tensor(-1e300).floats()[0] == -std::numeric_limits<float>::infinity());
}
