// Moving ops (tensor/moving.h), hand-picked: what random chains (test_moving_parity.cpp) do not
// reach, such as limits, dtypes and in-place writes. Expected values and texts: PyTorch 1.13.1.
#include <doctest/doctest.h>

#include <limits>

#include "tensor/creation.h"
#include "tensor/moving.h"

using mha::DType;
using mha::Sizes;
using mha::Strides;
using mha::Tensor;

namespace {

using Ints = std::vector<std::int64_t>;

Tensor counting(const Sizes& sizes) {
  const auto flat = mha::arange(std::int64_t{0}, *mha::numel(sizes), std::int64_t{1});
  return *mha::view(*flat, sizes);
}

const std::string kViewText =
    "view size is not compatible with input tensor's size and stride (at least one dimension "
    "spans across two contiguous subspaces). Use .reshape(...) instead.";

// PyTorch's refusals of an in-place write, with what refers to a single memory location.
mha::Error refused(const std::string& what) {
  return mha::runtime_error("unsupported operation: " + what +
                            " to a single memory location. Please clone() the tensor before "
                            "performing the operation.");
}
const std::string kWithinItself = "more than one element of the written-to tensor refers";
const std::string kWithSource = "some elements of the input tensor and the written-to tensor refer";

}  // namespace

TEST_CASE("the lesson's split is a view and its merge is not") {
  const std::int64_t B = 2, n = 3, H = 4, d_head = 5;
  const Tensor q = counting({B, n, H * d_head});
  const Tensor split = *mha::transpose(*mha::view(q, {B, n, H, d_head}), 1, 2);
  CHECK(split.sizes() == Sizes{B, H, n, d_head});
  CHECK(split.strides() == Strides{60, 5, 20, 1});
  CHECK(split.shares_storage(q));
  const Tensor back = *mha::transpose(split, 1, 2);
  CHECK(mha::view(back, {B, n, -1}).value().ints() == q.ints());
  CHECK(mha::view(split, {B, n, H * d_head}).error() == mha::runtime_error(kViewText));
  const Tensor context = mha::contiguous(split);
  CHECK(mha::view(*mha::transpose(context, 1, 2), {B, n, -1}).error() ==
        mha::runtime_error(kViewText));
  const Tensor merged = *mha::reshape(*mha::transpose(context, 1, 2), {B, n, -1});
  CHECK(merged.ints() == q.ints());
  CHECK_FALSE(merged.shares_storage(context));
}

TEST_CASE("contiguous gives the same tensor where there is nothing to do") {
  const Tensor t = counting({2, 3, 4});
  CHECK(mha::contiguous(t).shares_storage(t));
  const Tensor slim = *mha::transpose(counting({1, 3, 4}), 0, 1);
  CHECK(mha::contiguous(slim).strides() == Strides{4, 12, 1});
  CHECK_FALSE(mha::clone(t).shares_storage(t));
}

TEST_CASE("clone keeps the order in memory, without gaps") {
  const Tensor t = counting({2, 3, 4});
  CHECK(mha::clone(*mha::transpose(t, 0, 1)).strides() == Strides{4, 12, 1});
  const Tensor gaps = *mha::slice(*mha::transpose(t, 0, 1), 2, 0, 2);
  CHECK(mha::clone(gaps).strides() == Strides{2, 6, 1});
  CHECK(mha::clone(gaps).ints() == gaps.ints());
  CHECK(mha::clone(*mha::expand(*mha::slice(t, 0, 0, 1), {3, 3, 4})).strides() ==
        Strides{12, 4, 1});
}

TEST_CASE("what would be too large is refused, views included") {
  const Tensor t = counting({2, 3});
  const std::string billion =
      "This would make a tensor of 6,000,000,000 elements; the lab's limit is 4,194,304.";
  const std::int64_t many = 1'000'000'000;
  CHECK(mha::repeat(t, {many, 1}).error() == mha::limit_error(billion));
  CHECK(mha::expand(t, {many, -1, -1}).error() == mha::limit_error(billion));
  CHECK(mha::repeat_interleave(t, many, 1).error() == mha::limit_error(billion));
  const std::int64_t huge = std::int64_t{1} << 62;
  CHECK(mha::repeat(t, {huge, huge}).error().type == "LimitError");
  CHECK(mha::repeat_interleave(t, huge, std::nullopt).error().type == "LimitError");
  CHECK(mha::repeat(t, {-huge, 1}).error().type == "RuntimeError");
  const Tensor wide = *mha::expand(t, {std::int64_t{1} << 18, 2, 3});
  CHECK(mha::cat({wide, wide, wide}, 0).error() ==
        mha::limit_error("This would make a tensor of 4,718,592 elements; the lab's limit is "
                         "4,194,304."));
  CHECK(mha::stack({wide, wide, wide}, 0).error().type == "LimitError");
}

TEST_CASE("too many pieces are refused") {
  const Tensor wide = *mha::expand(counting({1}), {100'000});
  const mha::Error error =
      mha::limit_error("This would make 100000 tensors; the lab's limit is 65536.");
  CHECK(mha::unbind(wide, 0).error() == error);
  CHECK(mha::split(wide, 1, 0).error() == error);
  CHECK(mha::chunk(wide, 100'000, 0).error() == error);
  CHECK(mha::chunk(counting({0}), 100'000, 0).error() == error);
  CHECK(mha::split(counting({0}), Ints(100'000, 0), 0).error() == error);
  CHECK(mha::split(wide, 2, 0)->size() == 50'000);
}

TEST_CASE("integers at the edge do no harm") {
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  const Tensor t = counting({2, 3, 4});
  CHECK(mha::slice(t, 1, smallest, largest, largest)->sizes() == Sizes{2, 1, 4});
  CHECK(mha::slice(t, 1, largest, smallest)->sizes() == Sizes{2, 0, 4});
  CHECK(mha::select(t, 0, smallest).error().type == "IndexError");
  CHECK(mha::transpose(t, smallest, 0).error().type == "IndexError");
  CHECK(mha::split(t, largest, 2)->size() == 1);
  CHECK(mha::chunk(t, largest, 2)->size() == 4);
  CHECK(mha::split(t, Ints{largest, largest, 6}, 2).error().type == "RuntimeError");
  CHECK(mha::view(t, {largest, largest}).error().type == "RuntimeError");
  const Tensor long_step = *mha::slice(*mha::slice(t, 1, 0, 3, largest), 1, 0, 3, largest);
  CHECK(mha::view(*mha::unsqueeze(long_step, 1), {8}).error() == mha::runtime_error(kViewText));
  CHECK(mha::contiguous(long_step).ints() == Ints{0, 1, 2, 3, 12, 13, 14, 15});
}

TEST_CASE("repeat and expand with negative numbers say what PyTorch says") {
  const Tensor t = counting({2, 3, 4});
  CHECK(mha::repeat(t, {2, 3, -4}).error() ==
        mha::runtime_error("Trying to create tensor with negative dimension -16: [4, 9, -16]"));
  CHECK(mha::repeat(t, {0, 3, -1}).error() ==
        mha::runtime_error("Trying to create tensor with negative dimension -4: [0, 9, -4]"));
  CHECK(mha::repeat(counting({2, 0, 3}), {2, -2, 2})->sizes() == Sizes{4, 0, 6});
  CHECK(mha::expand(t, {-2, 2, 3, 4}).error() ==
        mha::runtime_error("numel: integer multiplication overflow"));
}

TEST_CASE("expand names the dtype as PyTorch does") {
  const auto text = [](DType dtype) {
    return mha::expand(Tensor::empty({2, 3}, dtype), {3}).error().text;
  };
  const std::string rest =
      "{[2, 3]}, size=[3]): the number of sizes provided (1) must be greater or equal to the "
      "number of dimensions in the tensor (2)";
  CHECK(text(DType::float32) == "expand(torch.FloatTensor" + rest);
  CHECK(text(DType::int64) == "expand(torch.LongTensor" + rest);
  CHECK(text(DType::boolean) == "expand(CPUBoolType" + rest);
}

TEST_CASE("cat promotes dtypes and passes over tensors of sizes [0]") {
  const Tensor numbers = counting({2, 3});
  const Tensor flags = *mha::full({1, 3}, true);
  const Tensor floats = *mha::full({1, 3}, 2.5);
  const Tensor none = *mha::zeros({0});
  CHECK(mha::cat({flags, flags}, 0)->dtype() == DType::boolean);
  CHECK(mha::cat({flags, numbers}, 0)->ints() == Ints{1, 1, 1, 0, 1, 2, 3, 4, 5});
  CHECK(mha::cat({floats, numbers}, 0)->floats()[0] == 2.5F);
  CHECK(mha::cat({numbers, none}, 1)->dtype() == DType::float32);
  CHECK(mha::cat({none, numbers}, 1)->sizes() == Sizes{2, 3});
  CHECK(mha::cat({none, none}, 5)->sizes() == Sizes{0});
  CHECK(mha::cat({none, numbers}, 5).error().type == "IndexError");
  CHECK(mha::stack({numbers, *mha::full({2, 3}, 0.5)}, 0)->dtype() == DType::float32);
}

TEST_CASE("cat names the first tensor that does not fit") {
  const Tensor t = counting({2, 3, 4});
  const Tensor narrow = *mha::slice(t, 1, 0, 2);
  CHECK(mha::cat({}, 0).error() ==
        mha::runtime_error("torch.cat(): expected a non-empty list of Tensors"));
  CHECK(mha::cat({t, counting({0}), narrow, counting({7})}, -1).error() ==
        mha::runtime_error("Sizes of tensors must match except in dimension 2. Expected size 3 "
                           "but got size 2 for tensor number 2 in the list."));
  CHECK(mha::cat({t, counting({7}), narrow}, 0).error() ==
        mha::runtime_error("Tensors must have same number of dimensions: got 3 and 1"));
  CHECK(mha::cat({t, counting({})}, 7).error() ==
        mha::runtime_error("zero-dimensional tensor (at position 1) cannot be concatenated"));
  CHECK(mha::stack({}, 0).error() == mha::runtime_error("stack expects a non-empty TensorList"));
}

TEST_CASE("cat keeps channels last, and stack follows in front of a dim") {
  const Tensor t = *mha::permute(counting({2, 2, 3, 4}), {0, 3, 1, 2});
  CHECK(mha::cat({t, t}, 3)->strides() == Strides{48, 1, 24, 4});
  CHECK(mha::cat({t, t}, 3)->ints()[7] == mha::cat({mha::contiguous(t), t}, 3)->ints()[7]);
  CHECK(mha::cat({mha::contiguous(t), t}, 3)->strides() == Strides{48, 12, 6, 1});
  CHECK(mha::cat({counting({0}), t}, 3)->strides() == Strides{24, 6, 3, 1});
  CHECK(mha::stack({t, t}, 0)->strides() == Strides{48, 24, 1, 12, 4});
  const Tensor deep = *mha::permute(counting({2, 2, 3, 2, 2}), {0, 4, 1, 2, 3});
  CHECK(mha::cat({deep, deep}, 3)->strides() == Strides{48, 1, 24, 4, 2});
  const Tensor slim = counting({4, 1, 1, 1});
  CHECK(mha::cat({slim, slim}, 3)->strides() == Strides{2, 2, 2, 1});
}

TEST_CASE("copy_ writes through a view and converts") {
  const Tensor t = counting({2, 3});
  const Tensor row = Tensor::of({2}, std::vector<float>{7.75F, -8.5F});
  CHECK(mha::copy_(*mha::select(t, 1, 1), row)->shares_storage(t));
  CHECK(t.ints() == Ints{0, 7, 2, 3, -8, 5});
  const Tensor flags = *mha::full({2}, false);
  REQUIRE(mha::copy_(flags, *mha::full({}, 0.5)).ok());
  CHECK(flags.bools() == std::vector<bool>{true, true});
}

TEST_CASE("copy_ broadcasts the source only") {
  const Tensor t = counting({2, 3, 4});
  const Tensor row = *mha::select(counting({2, 3, 4}), 0, 1);
  REQUIRE(mha::copy_(t, row).ok());
  CHECK(*mha::select(t, 0, 0)->ints().begin() == 12);
  CHECK(mha::copy_(row, t).error() ==
        mha::runtime_error("output with shape [3, 4] doesn't match the broadcast shape [2, 3, 4]"));
  CHECK(mha::copy_(row, counting({2, 2, 3, 5})).error() ==
        mha::runtime_error("The size of tensor a (4) must match the size of tensor b (5) at "
                           "non-singleton dimension 3"));
}

TEST_CASE("copy_ refuses the overlaps that PyTorch refuses") {
  const Tensor t = counting({4, 4});
  const auto rows = [&](std::int64_t from, std::int64_t to) { return *mha::slice(t, 0, from, to); };
  CHECK(mha::copy_(*mha::expand(rows(0, 1), {3, 4}), rows(0, 3)).error() == refused(kWithinItself));
  CHECK(mha::copy_(t, *mha::t2d(t)).error() == refused(kWithSource));
  CHECK(mha::copy_(rows(0, 3), rows(1, 4)).error() == refused(kWithSource));
  CHECK(mha::copy_(rows(0, 3), rows(1, 3)).error() == refused(kWithSource));  // before the sizes
  CHECK(mha::copy_(t, *mha::view(t, {4, 4})).ok());
  CHECK(mha::copy_(rows(0, 2), rows(2, 4)).ok());
  CHECK(t.ints() == Ints{8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15});
}

// PyTorch lets this pass and gives what the processor's vector width makes of it; the lab always
// gives what a copy of the source would.
TEST_CASE("copy_ between overlapping views with gaps reads before it writes") {
  const Tensor t = counting({2, 3, 2});
  REQUIRE(mha::copy_(*mha::slice(t, 1, 1, 3), *mha::slice(t, 1, 0, 2)).ok());
  CHECK(t.ints() == Ints{0, 1, 0, 1, 2, 3, 6, 7, 6, 7, 8, 9});
}
