// The rules of a Config and the sentences that say which one is broken. No tensors here.
#include "attention/config.h"

#include <limits>
#include <string>
#include <utility>

#include "tensor/number_text.h"
#include "tensor/shape.h"

namespace mha {
namespace {

Error too_many_elements(const char* what, std::int64_t rows, std::int64_t columns,
                        const char* advice) {
  return limit_error(
      "{} would have {} · {} elements, more than the lab's limit of {}. Choose a smaller {}.",
      {what, rows, columns, kMaxElements, advice});
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
  return value_error("{} = {} is too small. Choose {} of at least 1.", {name, value, name});
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
    return value_error(
        "d_out = {} cannot be divided among H = {} heads: {} / {} leaves {} over. Choose d_out a "
        "multiple of H.",
        {config.d_out, config.H, config.d_out, config.H, config.d_out % config.H});
  }
  const std::int64_t G = config.kv_heads();
  if (G > config.H) {
    return value_error(
        "G = {} kv heads are more than the H = {} query heads that share them. Choose G a divisor "
        "of H.",
        {G, config.H});
  }
  if (config.H % G != 0) {
    return value_error(
        "H = {} query heads cannot be divided among G = {} kv heads: {} / {} leaves {} over. "
        "Choose G a divisor of H.",
        {config.H, G, config.H, G, config.H % G});
  }
  // Written so that NaN is refused too.
  if (!(config.dropout >= 0.0 && config.dropout <= 1.0)) {
    return value_error("dropout = " + number_text(config.dropout) +
                       " is not a probability. Choose dropout between 0 and 1.");
  }
  Config result = config;
  result.G = G;
  return result;
}

Result<Config> validated(const Config& config) {
  const auto checked = consistent(config);
  if (!checked) return checked.error();

  if (!fits_the_lab({config.d_out, config.d_in})) {
    return too_many_elements("W_q of shape (d_out, d_in)", config.d_out, config.d_in,
                             "d_out or d_in");
  }
  if (!fits_the_lab({config.d_out, config.d_out})) {
    return too_many_elements("W_o of shape (d_out, d_out)", config.d_out, config.d_out, "d_out");
  }
  if (!fits_the_lab({config.context_length, config.context_length})) {
    return too_many_elements("The mask of shape (context_length, context_length)",
                             config.context_length, config.context_length, "context_length");
  }
  return checked;
}

}  // namespace mha
