// The lesson's counting, with every product checked against overflow. Not a model of run time.
#include "attention/costs.h"

#include <string>
#include <string_view>
#include <utility>

namespace mha {
namespace {

// Adds and multiplies until a count passes kMaxCount, and remembers the first that did.
class Counter {
 public:
  std::int64_t product(std::string_view name, std::initializer_list<std::int64_t> factors) {
    const auto count = checked_product(factors);
    if (count && *count <= kMaxCount) return *count;
    overflowed(name);
    return 0;
  }

  // Of counts >= 0. Compared before adding, because the sum may not fit 64 bits.
  std::int64_t sum(std::string_view name, std::int64_t a, std::int64_t b) {
    if (a <= kMaxCount && b <= kMaxCount - a) return a + b;
    overflowed(name);
    return 0;
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  void overflowed(std::string_view name) {
    if (error_) return;
    error_ = limit_error(
        "{} is more than {}, the largest number that the lab counts exactly. Choose smaller sizes.",
        {name, kMaxCount});
  }

  std::optional<Error> error_;
};

}  // namespace

Result<Costs> costs(const CostsRequest& request) {
  const std::pair<std::string_view, std::int64_t> counts[] = {
      {"B", request.B},
      {"n", request.n},
      {"layers", request.layers},
      {"bytes_per_value", request.bytes_per_value},
  };
  for (const auto& [name, value] : counts) {
    if (const auto error = not_positive(name, value)) return *error;
  }
  const auto config = consistent({.d_in = request.d_in,
                                  .d_out = request.d_out,
                                  .H = request.H,
                                  .G = request.G,
                                  .context_length = request.n,
                                  .qkv_bias = request.qkv_bias,
                                  .out_bias = request.out_bias});
  if (!config) return config.error();
  const std::int64_t d_in = request.d_in;
  const std::int64_t d_out = request.d_out;
  const std::int64_t B = request.B;
  const std::int64_t H = request.H;
  const std::int64_t n = request.n;
  const std::int64_t kv_width = config->kv_width();  // G · d_head, at most d_out
  Counter count;

  Costs c;
  c.d_head = config->d_head();
  // A column of d_in weights for each feature of q, k, v, and one more number where it has a bias.
  // With G = H: 3 · d_in · d_out.
  const std::int64_t kv_features = count.product("qkv_parameters", {2, kv_width});
  const std::int64_t qkv_features = count.sum("qkv_parameters", d_out, kv_features);
  const std::int64_t qkv_bias = request.qkv_bias ? qkv_features : 0;
  c.qkv_parameters =
      count.sum("qkv_parameters", count.product("qkv_parameters", {qkv_features, d_in}), qkv_bias);
  const std::int64_t out_bias = request.out_bias ? d_out : 0;
  c.out_proj_parameters = count.sum("out_proj_parameters",
                                    count.product("out_proj_parameters", {d_out, d_out}), out_bias);
  c.parameters = count.sum("parameters", c.qkv_parameters, c.out_proj_parameters);
  c.parameters_all_layers = count.product("parameters_all_layers", {request.layers, c.parameters});

  c.score_shape = {B, H, n, n};
  c.score_entries = count.product("score_entries", {B, H, n, n});
  c.score_bytes = count.product("score_bytes", {c.score_entries, request.bytes_per_value});
  c.kv_cache_bytes =
      count.product("kv_cache_bytes", {2, request.layers, B, n, kv_width, request.bytes_per_value});

  if (count.error()) return *count.error();
  return c;
}

}  // namespace mha
