// The small makers of text and numbers that stand in for libc's in the wasm: sentence, number_text,
// sine against what they replace.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

#include "tensor/number_text.h"
#include "tensor/sentence.h"
#include "tensor/sine.h"

using namespace mha;

namespace {

std::string printed(double number) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%g", number);
  return text.data();
}

}  // namespace

TEST_CASE("sentence fills holes from left to right") {
  const std::vector<std::int64_t> sizes = {2, 3};
  CHECK(sentence("{} of {}", {1, "x"}) == "1 of x");
  CHECK(sentence("shape '{}'", {sizes}) == "shape '[2, 3]'");
  CHECK(sentence("{}{}", {std::string("a"), std::int64_t{-7}}) == "a-7");
  CHECK(sentence("no hole", {1}) == "no hole");
  CHECK(sentence("{} and {}", {1}) == "1 and {}");
  CHECK(sentence("{", {1}) == "{");
}

TEST_CASE("number_text is printf's %g") {
  for (const double number :
       {0.0, -0.0, 1.0, 0.1, 1.5, 123456.0, 1234567.0, 999999.5, 0.0001, 0.00001, 1e300, 1e-300,
        4.9e-324, 1e22, 1e23, -2.5, 3.14159265358979, std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    CHECK(number_text(number) == printed(number));
  }
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> exponent(-20, 20);
  for (int i = 0; i < 5'000; ++i) {
    const double number = std::pow(10.0, exponent(generator)) * (i % 2 == 0 ? 1 : -1);
    CHECK(number_text(number) == printed(number));
  }
}

TEST_CASE("sine and cosine agree with libm to float's precision") {
  for (int i = -20'000; i <= 20'000; ++i) {
    const double x = static_cast<double>(i) * 0.0137;
    CHECK(std::abs(sine(x) - std::sin(x)) < 1e-9);
    CHECK(std::abs(cosine(x) - std::cos(x)) < 1e-9);
  }
}
