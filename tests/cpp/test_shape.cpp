// The arithmetic of sizes and strides (tensor/shape.h). Expected values and texts: PyTorch 1.13.1.
#include <doctest/doctest.h>

#include "tensor/shape.h"

using mha::compute_stride;
using mha::infer_size;
using mha::is_contiguous;
using mha::numel;
using mha::Sizes;
using mha::Strides;

TEST_CASE("sizes print as PyTorch prints them") {
  CHECK(mha::to_string({}) == "[]");
  CHECK(mha::to_string({7}) == "[7]");
  CHECK(mha::to_string({2, -1, 4}) == "[2, -1, 4]");
}

TEST_CASE("numel counts elements") {
  CHECK(*numel({}) == 1);
  CHECK(*numel({2, 3, 4}) == 24);
  CHECK(*numel({2, 0, 4}) == 0);
  CHECK(*numel({2048, 2048}) == mha::kMaxElements);
}

TEST_CASE("numel refuses what the lab cannot hold") {
  CHECK(numel({1000, 1000, 1000}).error() ==
        mha::limit_error("This would make a tensor of 1,000,000,000 elements; the lab's limit is "
                         "4,194,304."));
  CHECK(numel({2048, 2049}).error() ==
        mha::limit_error("This would make a tensor of 4,196,352 elements; the lab's limit is "
                         "4,194,304."));
  const std::int64_t huge = std::int64_t{1} << 40;
  CHECK(numel({huge, huge, 3}).error() ==
        mha::limit_error("This would make a tensor of more than 9,223,372,036,854,775,807 "
                         "elements; the lab's limit is 4,194,304."));
  CHECK(*numel({huge, 0}) == 0);
  CHECK(numel({huge, huge, 0}).error().type == "LimitError");  // its strides would not fit
  CHECK(numel({0, huge, huge}).error().type == "LimitError");
}

TEST_CASE("numel refuses negative sizes") {
  CHECK(numel({3, -2}).error() ==
        mha::runtime_error("Trying to create tensor with negative dimension -2: [3, -2]"));
  CHECK(numel({0, -2}).error() ==
        mha::runtime_error("Trying to create tensor with negative dimension -2: [0, -2]"));
}

TEST_CASE("contiguous strides are row-major, and a size of 0 counts as 1") {
  CHECK(mha::contiguous_strides({}) == Strides{});
  CHECK(mha::contiguous_strides({2, 3, 4}) == Strides{12, 4, 1});
  CHECK(mha::contiguous_strides({2, 0, 3}) == Strides{3, 3, 1});
  CHECK(mha::contiguous_strides({3, 0}) == Strides{1, 1});
}

TEST_CASE("contiguity ignores strides of size-1 dims and of tensors without elements") {
  CHECK(is_contiguous({}, {}));
  CHECK(is_contiguous({2, 3, 4}, {12, 4, 1}));
  CHECK_FALSE(is_contiguous({3, 2, 4}, {4, 12, 1}));
  CHECK(is_contiguous({3, 1, 4}, {4, 99, 1}));
  CHECK(is_contiguous({3, 0, 4}, {7, 99, 5}));
  CHECK_FALSE(is_contiguous({2, 3}, {0, 1}));
  CHECK_FALSE(is_contiguous({6}, {4}));
}

TEST_CASE("negative dims count from the end") {
  CHECK(*mha::wrap_dim(2, 3) == 2);
  CHECK(*mha::wrap_dim(-1, 3) == 2);
  CHECK(*mha::wrap_dim(-3, 3) == 0);
  CHECK(*mha::wrap_dim(-1, 0) == 0);
  CHECK(mha::wrap_dim(3, 3).error() ==
        mha::index_error("Dimension out of range (expected to be in range of [-3, 2], but got 3)"));
  CHECK(
      mha::wrap_dim(-4, 3).error() ==
      mha::index_error("Dimension out of range (expected to be in range of [-3, 2], but got -4)"));
  CHECK(mha::wrap_dim(1, 0).error() ==
        mha::index_error("Dimension out of range (expected to be in range of [-1, 0], but got 1)"));
}

TEST_CASE("-1 takes what is left") {
  CHECK(*infer_size({2, -1, 4}, 24) == Sizes{2, 3, 4});
  CHECK(*infer_size({-1}, 24) == Sizes{24});
  CHECK(*infer_size({-1}, 0) == Sizes{0});
  CHECK(*infer_size({3, -1}, 0) == Sizes{3, 0});
  CHECK(*infer_size({}, 1) == Sizes{});
  CHECK(*infer_size({0, 5}, 0) == Sizes{0, 5});
}

TEST_CASE("sizes that do not hold the elements are refused in PyTorch's words") {
  CHECK(infer_size({2, 3, 4, 6}, 120).error() ==
        mha::runtime_error("shape '[2, 3, 4, 6]' is invalid for input of size 120"));
  CHECK(infer_size({2, -1, 4, 6}, 120).error() ==
        mha::runtime_error("shape '[2, -1, 4, 6]' is invalid for input of size 120"));
  CHECK(infer_size({-1, -1}, 24).error() ==
        mha::runtime_error("only one dimension can be inferred"));
  CHECK(infer_size({2, -2, -1}, 24).error() == mha::runtime_error("invalid shape dimension -2"));
  CHECK(infer_size({-1, 0}, 0).error() ==
        mha::runtime_error("cannot reshape tensor of 0 elements into shape [-1, 0] because the "
                           "unspecified dimension size -1 can be any value and is ambiguous"));
  CHECK(infer_size({-1, 0}, 24).error() ==
        mha::runtime_error("shape '[-1, 0]' is invalid for input of size 24"));
  const std::int64_t huge = std::int64_t{1} << 32;  // huge · huge is 0 in 64 bits
  CHECK(infer_size({huge, huge}, 0).error().text ==
        "shape '[4294967296, 4294967296]' is invalid for input of size 0");
  CHECK(*infer_size({huge, huge, 0}, 0) == Sizes{huge, huge, 0});
}

TEST_CASE("the view rule looks at strides, not at contiguity") {
  const Sizes transposed{2, 4, 3, 5};  // (2, 3, 4, 5).transpose(1, 2)
  const Strides strides{60, 5, 20, 1};
  CHECK(compute_stride({2, 3, 4}, {12, 4, 1}, {6, 4}) == Strides{4, 1});
  CHECK(compute_stride({2, 3, 4}, {12, 4, 1}, {2, 3, 2, 2}) == Strides{12, 4, 2, 1});
  CHECK(compute_stride({3, 2, 4}, {4, 12, 1}, {24}) == std::nullopt);
  CHECK(compute_stride(transposed, strides, {2, 2, 2, 3, 5}) == Strides{60, 10, 5, 20, 1});
  CHECK(compute_stride(transposed, strides, {2, 12, 5}) == std::nullopt);
  CHECK(compute_stride({2, 3, 20}, {180, 60, 1}, {2, 3, 4, 5}) == Strides{180, 60, 5, 1});
  CHECK(compute_stride({2, 3, 20}, {180, 60, 1}, {6, 20}) == Strides{60, 1});
  CHECK(compute_stride({2, 3, 20}, {180, 60, 1}, {2, 60}) == std::nullopt);
}

TEST_CASE("size-1 dims never stand in a view's way and get strides of their own") {
  CHECK(compute_stride({3, 1, 4}, {4, 12, 1}, {3, 4}) == Strides{4, 1});
  CHECK(compute_stride({3, 1, 4}, {4, 12, 1}, {3, 1, 4}) == Strides{4, 4, 1});
  CHECK(compute_stride({2, 1, 4}, {12, 4, 1}, {1, 2, 1, 1, 4, 1}) == Strides{24, 12, 4, 4, 1, 1});
  CHECK(compute_stride({}, {}, {1, 1}) == Strides{1, 1});
  CHECK(compute_stride({1}, {7}, {}) == Strides{});
}

TEST_CASE("expanded dims and tensors without elements have views too") {
  CHECK(compute_stride({2, 3, 4}, {0, 4, 1}, {2, 12}) == Strides{0, 1});
  CHECK(compute_stride({2, 3, 4}, {0, 4, 1}, {24}) == std::nullopt);
  CHECK(compute_stride({0, 2, 3}, {3, 7, 1}, {0, 2, 3}) == Strides{3, 7, 1});
  CHECK(compute_stride({0, 2, 3}, {3, 7, 1}, {3, 0}) == Strides{1, 1});
  CHECK(compute_stride({0, 2, 3}, {3, 7, 1}, {0, 6}) == Strides{6, 1});
}

TEST_CASE("broadcasting aligns the last dims") {
  CHECK(*mha::broadcast_sizes({2, 4, 3, 5}, {3, 5}) == Sizes{2, 4, 3, 5});
  CHECK(*mha::broadcast_sizes({3, 1}, {2, 1, 7}) == Sizes{2, 3, 7});
  CHECK(*mha::broadcast_sizes({}, {6}) == Sizes{6});
  CHECK(*mha::broadcast_sizes({1, 4}, {0, 1}) == Sizes{0, 4});
  CHECK(mha::broadcast_sizes({2, 4, 3, 6}, {3, 3}).error() ==
        mha::runtime_error("The size of tensor a (6) must match the size of tensor b (3) at "
                           "non-singleton dimension 3"));
  CHECK(mha::broadcast_sizes({5}, {2, 0}).error() ==
        mha::runtime_error("The size of tensor a (5) must match the size of tensor b (0) at "
                           "non-singleton dimension 1"));
}
