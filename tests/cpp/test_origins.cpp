// Origins: which element of which computed tensor an element is, through views, copies and in-place
// writes. Chains of ops are in test_moving_parity.cpp.
#include <doctest/doctest.h>

#include "tensor/creation.h"
#include "tensor/moving.h"

using mha::Origin;
using mha::Tensor;

namespace {

Tensor counting(std::int64_t count) {
  return *mha::arange(std::int64_t{0}, count, std::int64_t{1});
}

std::vector<Origin> origins_of(const Tensor& source, const std::vector<std::int64_t>& elements) {
  std::vector<Origin> origins;
  for (const std::int64_t element : elements) {
    origins.push_back({source.storage().number(), element});
  }
  return origins;
}

}  // namespace

TEST_CASE("storages have numbers of their own, ascending") {
  const Tensor first = counting(3);
  const Tensor second = counting(3);
  CHECK(second.storage().number() > first.storage().number());
}

TEST_CASE("elements of a computed tensor are their own origins") {
  const Tensor t = *mha::view(counting(6), {2, 3});
  CHECK(t.origins() == origins_of(t, {0, 1, 2, 3, 4, 5}));
}

TEST_CASE("a view's elements keep their origins, and a copy of it has them too") {
  const Tensor t = *mha::view(counting(6), {2, 3});
  const Tensor turned = *mha::transpose(t, 0, 1);
  const Tensor copy = mha::contiguous(turned);
  const auto expected = origins_of(t, {0, 3, 1, 4, 2, 5});
  CHECK(turned.origins() == expected);
  CHECK(copy.origins() == expected);
  CHECK_FALSE(copy.shares_storage(t));
  CHECK(mha::clone(turned).origins() == expected);
}

TEST_CASE("origins pass through several copies") {
  const Tensor t = *mha::view(counting(6), {2, 3});
  const Tensor copy = mha::contiguous(*mha::transpose(t, 0, 1));
  const Tensor piece = *mha::select(copy, 0, 1);
  CHECK(mha::repeat(piece, {2})->origins() == origins_of(t, {1, 4, 1, 4}));
  CHECK(mha::repeat_interleave(piece, 2, 0)->origins() == origins_of(t, {1, 1, 4, 4}));
}

TEST_CASE("cat and stack join origins of several tensors") {
  const Tensor a = counting(2);
  const Tensor b = counting(3);
  auto expected = origins_of(b, {0, 1, 2});
  const auto rest = origins_of(a, {0, 1});
  expected.insert(expected.end(), rest.begin(), rest.end());
  CHECK(mha::cat({b, a}, 0)->origins() == expected);
  const Tensor c = counting(2);
  const std::int64_t a_number = a.storage().number();
  const std::int64_t c_number = c.storage().number();
  CHECK(mha::stack({a, c}, 1)->origins() ==
        std::vector<Origin>{{a_number, 0}, {c_number, 0}, {a_number, 1}, {c_number, 1}});
}

TEST_CASE("a cat that converts a dtype computes those elements") {
  const Tensor numbers = counting(2);
  const Tensor floats = Tensor::of({1}, std::vector<float>{0.5F});
  const Tensor joined = *mha::cat({numbers, floats}, 0);
  REQUIRE(joined.dtype() == mha::DType::float32);
  const std::int64_t own = joined.storage().number();
  CHECK(joined.origins() ==
        std::vector<Origin>{{own, 0}, {own, 1}, {floats.storage().number(), 0}});
}

TEST_CASE("copy_ of the same dtype moves origins along, through strides") {
  const Tensor target = *mha::view(counting(6), {2, 3});
  const Tensor source = counting(2);
  REQUIRE(mha::copy_(*mha::select(target, 1, 2), source).ok());
  auto expected = origins_of(target, {0, 1, 2, 3, 4, 5});
  expected[2] = {source.storage().number(), 0};
  expected[5] = {source.storage().number(), 1};
  CHECK(target.origins() == expected);
}

TEST_CASE("copy_ from another dtype makes the elements their own again") {
  const Tensor source = counting(4);
  const Tensor target = mha::clone(source);
  REQUIRE(target.origins() == source.origins());
  const Tensor half = Tensor::of({}, std::vector<float>{0.5F});
  REQUIRE(mha::copy_(*mha::slice(target, 0, 1, 3), half).ok());
  auto expected = origins_of(source, {0, 1, 2, 3});
  expected[1] = {target.storage().number(), 1};
  expected[2] = {target.storage().number(), 2};
  CHECK(target.origins() == expected);
}

TEST_CASE("single origins can be set and reset") {
  const Tensor t = counting(3);
  t.storage().reset_origin(1);
  CHECK(t.origins() == origins_of(t, {0, 1, 2}));
  t.storage().set_origin(1, {-5, 7});
  CHECK(t.storage().origin(1) == Origin{-5, 7});
  CHECK(t.storage().origin(2) == Origin{t.storage().number(), 2});
  t.storage().reset_origin(1);
  CHECK(t.origins() == origins_of(t, {0, 1, 2}));
}
