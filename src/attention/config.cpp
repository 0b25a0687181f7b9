// The rules of a Config and the sentences that say which one is broken. No tensors here.
#include "attention/config.h"

#include <limits>
#include <sstream>
#include <string>
#include <utility>

#include "tensor/shape.h"

namespace mha {
namespace {

// "d_out = 10"
std::string named(std::string_view name, std::int64_t value) {
  return std::string(name) + " = " + std::to_string(value);
}

// "10 / 4 leaves 2 over"
std::string remainder_text(std::int64_t whole, std::int64_t parts) {
  return std::to_string(whole) + " / " + std::to_string(parts) + " leaves " +
         std::to_string(whole % parts) + " over";
}

Error too_many_elements(const std::string& what, const std::string& advice) {
  return limit_error(what + " elements, more than the lab's limit of " +
                     std::to_string(kMaxElements) + ". " + advice);
}

bool fits_the_lab(std::initializer_list<std::int64_t> sizes) {
  const auto elements = checked_product(sizes);
  return elements && *elements <= kMaxElements;
}

}  // namespace

std::optional<std::int64_t> checked_product(std::initializer_list<std::int64_t> factors) {
  std::int64_t product = 1;
  bool fits = true;
  for (const std::int64_t factor : factors) {
    if (factor == 0) return 0;  // even where the others alone would not fit
    if (fits && product > std::numeric_limits<std::int64_t>::max() / factor) fits = false;
    if (fits) product *= factor;
  }
  if (!fits) return std::nullopt;
  return product;
}

std::optional<Error> not_positive(std::string_view name, std::int64_t value) {
  if (value >= 1) return std::nullopt;
  return value_error(named(name, value) + " is too small. Choose " + std::string(name) +
                     " of at least 1.");
}

Result<Config> consistent(const Config& config) {
  const std::pair<std::string_view, std::int64_t> counts[] = {
      {"d_in", config.d_in},
      {"d_out", config.d_out},
      {"H", config.H},
      {"G", config.kv_heads()},
      {"context_length", config.context_length},
  };
  for (const auto& [name, value] : counts) {
    if (const auto error = not_positive(name, value)) return *error;
  }
  if (config.d_out % config.H != 0) {
    return value_error(named("d_out", config.d_out) + " cannot be divided among " +
                       named("H", config.H) + " heads: " + remainder_text(config.d_out, config.H) +
                       ". Choose d_out a multiple of H.");
  }
  const std::int64_t G = config.kv_heads();
  if (G > config.H) {
    return value_error(named("G", G) + " kv heads are more than the " + named("H", config.H) +
                       " query heads that share them. Choose G a divisor of H.");
  }
  if (config.H % G != 0) {
    return value_error(named("H", config.H) + " query heads cannot be divided among " +
                       named("G", G) + " kv heads: " + remainder_text(config.H, G) +
                       ". Choose G a divisor of H.");
  }
  // Written so that NaN is refused too.
  if (!(config.dropout >= 0.0 && config.dropout <= 1.0)) {
    std::ostringstream text;
    text << "dropout = " << config.dropout
         << " is not a probability. Choose dropout between 0 and 1.";
    return value_error(text.str());
  }
  Config result = config;
  result.G = G;
  return result;
}

Result<Config> validated(const Config& config) {
  const auto checked = consistent(config);
  if (!checked) return checked.error();

  const std::string d_out = std::to_string(config.d_out);
  if (!fits_the_lab({config.d_out, config.d_in})) {
    return too_many_elements(
        "W_q of shape (d_out, d_in) would have " + d_out + " · " + std::to_string(config.d_in),
        "Choose a smaller d_out or d_in.");
  }
  if (!fits_the_lab({config.d_out, config.d_out})) {
    return too_many_elements("W_o of shape (d_out, d_out) would have " + d_out + " · " + d_out,
                             "Choose a smaller d_out.");
  }
  if (!fits_the_lab({config.context_length, config.context_length})) {
    const std::string n = std::to_string(config.context_length);
    return too_many_elements(
        "The mask of shape (context_length, context_length) would have " + n + " · " + n,
        "Choose a smaller context_length.");
  }
  return checked;
}

}  // namespace mha
