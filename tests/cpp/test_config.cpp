// Config: which layers are possible, and the sentences of those that are not.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "attention/config.h"
#include "tensor/shape.h"

namespace {

using mha::Config;

// A config that nothing is wrong with; each test breaks one number.
Config good() {
  return {.d_in = 7, .d_out = 24, .H = 4, .G = 2, .context_length = 9, .dropout = 0.1};
}

std::string text_of(const mha::Result<Config>& result) {
  return result.ok() ? "" : result.error().text;
}

}  // namespace

TEST_CASE("a good config passes, and G defaults to H") {
  const auto grouped = mha::validated(good());
  REQUIRE(grouped.ok());
  CHECK(grouped->d_head() == 6);
  CHECK(grouped->kv_heads() == 2);
  CHECK(grouped->kv_width() == 12);

  Config plain = good();
  plain.G.reset();
  const auto result = mha::validated(plain);
  REQUIRE(result.ok());
  CHECK(result->G == 4);
  CHECK(result->kv_width() == 24);
}

TEST_CASE("the defaults are the lesson's: no qkv bias, an output bias, no dropout") {
  const Config config;
  CHECK_FALSE(config.qkv_bias);
  CHECK(config.out_bias);
  CHECK(config.dropout == 0.0);
}

TEST_CASE("H must divide d_out") {
  Config config = good();
  config.d_out = 10;
  const auto result = mha::validated(config);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().type == "ValueError");
  CHECK(result.error().text ==
        "d_out = 10 cannot be divided among H = 4 heads: 10 / 4 leaves 2 over. "
        "Choose d_out a multiple of H.");
  config.d_out = 3;  // fewer features than heads
  CHECK(text_of(mha::validated(config)) ==
        "d_out = 3 cannot be divided among H = 4 heads: 3 / 4 leaves 3 over. "
        "Choose d_out a multiple of H.");
}

TEST_CASE("G must divide H") {
  Config config = good();
  config.G = 3;
  CHECK(text_of(mha::validated(config)) ==
        "H = 4 query heads cannot be divided among G = 3 kv heads: 4 / 3 leaves 1 over. "
        "Choose G a divisor of H.");
  config.G = 8;
  CHECK(text_of(mha::validated(config)) ==
        "G = 8 kv heads are more than the H = 4 query heads that share them. "
        "Choose G a divisor of H.");
}

TEST_CASE("zero and negative counts are errors that name the count") {
  for (const std::int64_t bad :
       {std::int64_t{0}, std::int64_t{-4}, std::numeric_limits<std::int64_t>::min()}) {
    const auto check = [bad](const char* name, auto member) {
      Config config = good();
      config.*member = bad;
      const auto result = mha::validated(config);
      CAPTURE(name);
      CAPTURE(bad);
      REQUIRE_FALSE(result.ok());
      CHECK(result.error().type == "ValueError");
      CHECK(result.error().text == std::string(name) + " = " + std::to_string(bad) +
                                       " is too small. Choose " + name + " of at least 1.");
    };
    check("d_in", &Config::d_in);
    check("d_out", &Config::d_out);
    check("H", &Config::H);
    check("G", &Config::G);
    check("context_length", &Config::context_length);
  }
}

TEST_CASE("dropout is a probability") {
  Config config = good();
  for (const double fine : {0.0, 0.5, 1.0}) {
    config.dropout = fine;
    CHECK(mha::validated(config).ok());
  }
  config.dropout = 1.5;
  CHECK(text_of(mha::validated(config)) ==
        "dropout = 1.5 is not a probability. Choose dropout between 0 and 1.");
  config.dropout = -0.1;
  CHECK_FALSE(mha::validated(config).ok());
  config.dropout = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(mha::validated(config).ok());
}

TEST_CASE("what is too large for the lab is a LimitError, but consistent in itself") {
  // The limit is a power of four: `side` squared is exactly within it.
  const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(mha::kMaxElements)));
  REQUIRE(side * side == mha::kMaxElements);
  const std::string at = std::to_string(side);
  const std::string above = std::to_string(side + 1);
  const std::string limit = " elements, more than the lab's limit of " +
                            std::to_string(mha::kMaxElements) + ". Choose a smaller ";

  const Config largest{.d_in = side, .d_out = side, .H = 4, .context_length = side};
  CHECK(mha::validated(largest).ok());

  Config wide_in = largest;
  wide_in.d_in = side + 1;
  CHECK(mha::consistent(wide_in).ok());
  const auto result = mha::validated(wide_in);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().type == "LimitError");
  CHECK(result.error().text ==
        "W_q of shape (d_out, d_in) would have " + at + " · " + above + limit + "d_out or d_in.");

  Config wide_out = largest;
  wide_out.d_in = 3;
  wide_out.H = 1;
  wide_out.d_out = side + 1;
  CHECK(text_of(mha::validated(wide_out)) ==
        "W_o of shape (d_out, d_out) would have " + above + " · " + above + limit + "d_out.");

  Config long_context = largest;
  long_context.context_length = side + 1;
  CHECK(text_of(mha::validated(long_context)) ==
        "The mask of shape (context_length, context_length) would have " + above + " · " + above +
            limit + "context_length.");
}

TEST_CASE("GPT-2's own layer fits the lab") {
  CHECK(mha::validated({.d_in = 768, .d_out = 768, .H = 12, .context_length = 1024}).ok());
}

TEST_CASE("numbers whose products overflow 64 bits are errors, not small numbers") {
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  for (const auto member : {&Config::d_in, &Config::d_out, &Config::context_length}) {
    Config config = good();
    config.H = 1;
    config.G = 1;
    config.*member = huge;
    const auto result = mha::validated(config);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().type == "LimitError");
  }
}

TEST_CASE("checked_product") {
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  CHECK(mha::checked_product({}) == 1);
  CHECK(mha::checked_product({3, 5, 7}) == 105);
  CHECK(mha::checked_product({huge, 1}) == huge);
  CHECK(mha::checked_product({huge, 2}) == std::nullopt);
  CHECK(mha::checked_product({huge, huge, 0}) == 0);
}
