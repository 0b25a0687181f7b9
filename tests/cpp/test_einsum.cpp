// einsum against its definition (the sum over all index values) and against the ops that say the
// same. That PyTorch gives the same, errors and strides included, is in test_computing.cpp.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "tensor/computing.h"
#include "tensor/moving.h"

namespace {

using mha::Sizes;
using mha::Tensor;

// Different small eighths, so that every sum below is exact in float32.
Tensor numbers(const Sizes& sizes, int seed) {
  std::vector<float> values(static_cast<std::size_t>(mha::numel(sizes).value()));
  int state = seed;
  for (float& value : values) {
    state = (state * 37 + 11) % 101;
    value = static_cast<float>(state - 50) / 8.0F;
  }
  return Tensor::of(sizes, values);
}

using Index = std::map<char, std::int64_t>;

std::size_t position(const std::string& letters, const Index& sizes, const Index& index) {
  std::int64_t at = 0;
  for (const char letter : letters) at = at * sizes.at(letter) + index.at(letter);
  return static_cast<std::size_t>(at);
}

// Σ over every index value of a[…] · b[…], added into the output's cell.
std::vector<float> by_definition(const std::string& a, const std::string& b,
                                 const std::string& output, const Index& sizes, const Tensor& x,
                                 const Tensor& y) {
  std::int64_t cells = 1;
  for (const char letter : output) cells *= sizes.at(letter);
  std::vector<float> result(static_cast<std::size_t>(cells), 0.0F);
  const std::vector<float> left = x.floats();
  const std::vector<float> right = y.floats();
  Index index;
  for (const auto& [letter, size] : sizes) index[letter] = 0;
  while (true) {
    result[position(output, sizes, index)] +=
        left[position(a, sizes, index)] * right[position(b, sizes, index)];
    auto letter = index.begin();
    while (letter != index.end() && ++letter->second == sizes.at(letter->first)) {
      letter->second = 0;
      ++letter;
    }
    if (letter == index.end()) return result;
  }
}

Sizes sizes_of(const std::string& letters, const Index& sizes) {
  Sizes result;
  for (const char letter : letters) result.push_back(sizes.at(letter));
  return result;
}

}  // namespace

TEST_CASE("einsum is the sum over every index that the output lacks") {
  const Index all{{'b', 3}, {'h', 4}, {'q', 5}, {'k', 2}, {'d', 6}};
  const std::vector<std::vector<std::string>> equations{
      {"bhqd", "bhkd", "bhqk"}, {"bqhd", "bkhd", "bhqk"}, {"bhqk", "bhkd", "bqhd"},
      {"bqd", "hdk", "bhqk"},   {"bq", "kd", "dbqk"},     {"bhq", "bhq", ""},
      {"bhq", "hk", "k"},       {"qd", "qd", "dq"},       {"bqd", "kd", "bk"},
      {"hb", "bqk", "kh"},      {"bd", "d", "bd"}};
  for (const auto& parts : equations) {
    const std::string& a = parts[0];
    const std::string& b = parts[1];
    const std::string& output = parts[2];
    Index sizes;
    for (const char letter : a + b) sizes[letter] = all.at(letter);
    const Tensor x = numbers(sizes_of(a, sizes), 3);
    const Tensor y = numbers(sizes_of(b, sizes), 8);
    const std::string equation = a + "," + b + "->" + output;
    CAPTURE(equation);
    const auto result = mha::einsum(equation, {x, y});
    REQUIRE(result.ok());
    CHECK(result->sizes() == sizes_of(output, sizes));
    CHECK(result->floats() == by_definition(a, b, output, sizes, x, y));
  }
}

TEST_CASE("one operand: transpose, diagonal, trace, sum; a permutation shares storage") {
  const Tensor x = numbers({3, 5}, 4);
  const Tensor transposed = mha::einsum("ij->ji", {x}).value();
  CHECK(transposed.shares_storage(x));
  CHECK(transposed.floats() == mha::transpose(x, 0, 1)->floats());
  CHECK(mha::einsum("ba", {x})->sizes() == Sizes{5, 3});  // implicit output: a before b
  CHECK(mha::einsum("ij->", {x})->floats() ==
        mha::reduce(mha::Reduction::sum, x, {}, false)->floats());
  const Tensor square = Tensor::of({2, 2}, std::vector<float>{1, 2, 3, 4});
  CHECK(mha::einsum("ii->i", {square})->floats() == std::vector<float>{1, 4});
  CHECK(mha::einsum("ii", {square})->floats() == std::vector<float>{5});
}

TEST_CASE("an ellipsis stands for any leading dims, broadcast") {
  const Tensor q = numbers({3, 4, 5, 6}, 2);
  const Tensor k = numbers({4, 2, 6}, 9);
  const auto scores = mha::einsum("...qd,...kd->...qk", {q, k});
  REQUIRE(scores.ok());
  CHECK(scores->floats() == mha::matmul(q, mha::transpose(k, 1, 2).value())->floats());
  const auto wrong = mha::einsum("...qd,...kd->...qk", {q, numbers({2, 2, 6}, 9)});
  CHECK(wrong.error().text ==
        "einsum(): dimension 0 covered by ellipsis in operand 1has size 2 which does not "
        "broadcast with previously seen ellipsis with size 4 for the respective dimension");
}

TEST_CASE("a result that PyTorch leaves permuted cannot be viewed as one") {
  const Tensor weights = numbers({3, 4, 5, 5}, 1);
  const Tensor v = numbers({3, 5, 4, 6}, 7);
  const Tensor context = mha::einsum("bhqk,bkhd->bqhd", {weights, v}).value();
  CHECK(context.sizes() == Sizes{3, 5, 4, 6});
  CHECK_FALSE(context.is_contiguous());
  CHECK_FALSE(mha::view(context, {3, 5, 24}).ok());
  CHECK(mha::reshape(context, {3, 5, 24}).ok());
}

TEST_CASE("equations that PyTorch refuses") {
  const Tensor x = numbers({2, 3, 5}, 1);
  const auto text = [&](const char* equation, const std::vector<Tensor>& operands) {
    const auto result = mha::einsum(equation, operands);
    return result.ok() ? std::string("no error") : result.error().text;
  };
  CHECK(text("bnd", {}) == "einsum(): must provide at least one operand");
  CHECK(text("bnd,bmd->bnm", {x}) ==
        "einsum(): fewer operands were provided than specified in the equation");
  CHECK(text("bnd", {x, x}) ==
        "einsum(): more operands were provided than specified in the equation");
  CHECK(text("bn", {x}) ==
        "einsum(): the number of subscripts in the equation (2) does not match the number of "
        "dimensions (3) for operand 0 and no ellipsis was given");
  CHECK(text("b...nde", {x}) ==
        "einsum(): the number of subscripts in the equation (4) is more than the number of "
        "dimensions (3) for operand 0");
  CHECK(text("bnd->b......", {x}) ==
        "einsum(): found '.' for output but an ellipsis (...) was already found");
  CHECK(text("h\xC3\xA9", {x}) ==
        "einsum(): invalid subscript given at index 1 in the equation string, subscripts must be "
        "in [a-zA-Z]");
  CHECK(text("bnd,bmd->bnd->", {x, x}) ==
        "einsum(): invalid subscript given at index 12 in the equation string, subscripts must be "
        "in [a-zA-Z]");
}
