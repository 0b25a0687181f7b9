// xtensor arrays go into a Tensor for the learner's program and come back out.
#include "check/pipeline.h"

#include <cmath>
#include <limits>

#include "check/reshape_words.h"
#include "tensor/computing.h"
#include "tensor/random.h"

namespace mha {
namespace {

template <std::size_t N>
Tensor to_tensor(const xt::xtensor<float, N>& array) {
  return Tensor::of(Sizes(array.shape().begin(), array.shape().end()),
                    std::vector<float>(array.begin(), array.end()));
}

template <std::size_t N>
xt::xtensor<float, N> to_array(const Tensor& tensor) {
  std::array<std::size_t, N> shape{};
  for (std::size_t i = 0; i < N; ++i) shape[i] = static_cast<std::size_t>(tensor.sizes()[i]);
  xt::xtensor<float, N> array(shape);
  const std::vector<float> values = tensor.floats();
  std::copy(values.begin(), values.end(), array.begin());
  return array;
}

// Standard normal values times `scale`.
template <std::size_t N>
xt::xtensor<float, N> normal(const Sizes& sizes, double scale, Generator& generator) {
  const auto values = randn(sizes, generator);
  xt::xtensor<float, N> array = to_array<N>(*values);
  array *= static_cast<float>(scale);
  return array;
}

// Names that a reshape program may use, at x's own B and n.
NamedSizes program_sizes(const LayerInputs& inputs) {
  const auto B = static_cast<std::int64_t>(inputs.x.shape()[0]);
  const auto n = static_cast<std::int64_t>(inputs.x.shape()[1]);
  return {{"B", B},
          {"n", n},
          {"H", inputs.config.H},
          {"d_head", inputs.config.d_head()},
          {"d_out", inputs.config.d_out}};
}

PipelineStop wrong_shape(PipelineStop::Where where, const Tensor& result, const Sizes& wanted) {
  const std::string part = where == PipelineStop::Where::split ? "split" : "merge";
  return {where,
          {"ValueError",
           "The " + part + " gives " + tuple_text(result.sizes()) + "; the layer needs " +
               tuple_text(wanted) + ".",
           "bad-shape",
           "",
           {}}};
}

// projected = x Wᵀ + b, (B, n, out)
xt::xtensor<float, 3> projected(const xt::xtensor<float, 3>& x, const xt::xtensor<float, 2>& weight,
                                const std::optional<xt::xtensor<float, 1>>& bias) {
  std::optional<Tensor> b;
  if (bias) b = to_tensor(*bias);
  return to_array<3>(*linear(to_tensor(x), to_tensor(weight), b));
}

}  // namespace

LayerInputs layer_inputs(const NamedSizes& sizes) {
  const std::int64_t d_in = sizes.at("d_in");
  const std::int64_t d_out = sizes.at("d_out");
  LayerInputs inputs;
  inputs.sizes = sizes;
  inputs.config = {.d_in = d_in,
                   .d_out = d_out,
                   .H = sizes.at("H"),
                   .context_length = sizes.at("context_length"),
                   .qkv_bias = true};
  Generator generator(20);
  const double scale = 1.0 / std::sqrt(static_cast<double>(d_in));
  Weights& w = inputs.weights;
  w.W_q = normal<2>({d_out, d_in}, scale, generator);
  w.W_k = normal<2>({d_out, d_in}, scale, generator);
  w.W_v = normal<2>({d_out, d_in}, scale, generator);
  w.W_o = normal<2>({d_out, d_out}, 1.0 / std::sqrt(static_cast<double>(d_out)), generator);
  w.b_q = normal<1>({d_out}, 0.3, generator);
  w.b_k = normal<1>({d_out}, 0.3, generator);
  w.b_v = normal<1>({d_out}, 0.3, generator);
  w.b_o = normal<1>({d_out}, 0.3, generator);
  inputs.x = normal<3>({sizes.at("B"), sizes.at("n"), d_in}, 1.0, generator);
  return inputs;
}

Pipeline::Pipeline(Part split, Part merge) : split_(std::move(split)), merge_(std::move(merge)) {}

std::variant<xt::xtensor<float, 4>, PipelineStop> Pipeline::heads(
    const LayerInputs& inputs, const xt::xtensor<float, 3>& q) const {
  const NamedSizes sizes = program_sizes(inputs);
  const Trace trace = mha::run(split_.program, split_.source, "q", to_tensor(q), sizes);
  if (const ProgramError* error = trace.error())
    return PipelineStop{PipelineStop::Where::split, *error};
  const Sizes wanted = {sizes.at("B"), sizes.at("H"), sizes.at("n"), sizes.at("d_head")};
  if (trace.result()->sizes() != wanted)
    return wrong_shape(PipelineStop::Where::split, *trace.result(), wanted);
  return to_array<4>(*trace.result());
}

std::variant<LayerOutputs, PipelineStop> Pipeline::run(const LayerInputs& inputs) const {
  const Weights& w = inputs.weights;
  std::vector<xt::xtensor<float, 4>> qkv;
  for (const auto& one : {projected(inputs.x, w.W_q, w.b_q), projected(inputs.x, w.W_k, w.b_k),
                          projected(inputs.x, w.W_v, w.b_v)}) {
    auto split = heads(inputs, one);
    if (const auto* stop = std::get_if<PipelineStop>(&split)) return *stop;
    qkv.push_back(std::move(*std::get_if<xt::xtensor<float, 4>>(&split)));
  }
  const auto attention = attend_heads(qkv[0], qkv[1], qkv[2]);
  if (!attention) {
    return PipelineStop{PipelineStop::Where::split,
                        {attention.error().type, attention.error().text, "bad-shape", "", {}}};
  }
  const NamedSizes sizes = program_sizes(inputs);
  const Trace trace =
      mha::run(merge_.program, merge_.source, "context", to_tensor(attention->context), sizes);
  if (const ProgramError* error = trace.error())
    return PipelineStop{PipelineStop::Where::merge, *error};
  const Sizes wanted = {sizes.at("B"), sizes.at("n"), sizes.at("d_out")};
  if (trace.result()->sizes() != wanted)
    return wrong_shape(PipelineStop::Where::merge, *trace.result(), wanted);
  LayerOutputs outputs{to_array<3>(*trace.result()), {}};
  outputs.output = projected(outputs.merged, w.W_o, w.b_o);
  return outputs;
}

double largest_difference(const xt::xtensor<float, 3>& a, const xt::xtensor<float, 3>& b) {
  if (a.shape() != b.shape()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) {
    const double difference = std::abs(static_cast<double>(*x) - static_cast<double>(*y));
    // not (d <= largest): nan counts as different
    if (!(difference <= largest))
      largest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
  }
  return largest;
}

}  // namespace mha
