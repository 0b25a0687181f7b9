// Pass 1 project and split, pass 2 attend, pass 3 merge and project out.
#include "check/pipeline.h"

#include <cmath>
#include <limits>

#include "check/reshape_attempt.h"
#include "check/reshape_words.h"
#include "tensor/computing.h"
#include "tensor/creation.h"
#include "tensor/moving.h"
#include "tensor/random.h"

namespace mha {
namespace {

// A plain loop: the tensor layer's arithmetic of all kinds would double what the page loads for
// this.
Tensor scaled(const Tensor& t, double scale) {
  std::vector<float> values = t.floats();
  for (float& value : values) value *= static_cast<float>(scale);
  return Tensor::of(t.sizes(), std::move(values));
}

// Standard normal values times `scale`.
Tensor normal(const Sizes& sizes, double scale, Generator& generator) {
  return scaled(*randn(sizes, generator), scale);
}

// Names that a reshape program may use, at x's own B and n.
NamedSizes program_sizes(const LayerInputs& inputs) {
  NamedSizes sizes;
  for (const char* name : {"B", "n", "H", "d_head", "d_out"})
    sizes.set(name, inputs.sizes.at(name));
  sizes.set("B", inputs.x.size(0));
  sizes.set("n", inputs.x.size(1));
  return sizes;
}

// q, k, v (B, H, n, d_head) → context (B, H, n, d_head): causal, scaled, as the lesson has it. The
// sizes agree, so no op can fail.
Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v) {
  const std::int64_t n = q.size(2);
  const double scale = 1.0 / std::sqrt(static_cast<double>(q.size(3)));
  const Tensor raw = *matmul(q, *matrix_transpose(k));            // (B, H, n, n)
  const Tensor scores = scaled(raw, scale);                       // (B, H, n, n)
  const Tensor future = *triu(*ones({n, n}, DType::boolean), 1);  // (n, n)
  const double never = -std::numeric_limits<double>::infinity();
  const Tensor weights = *softmax(*masked_fill(scores, future, Scalar(never)), -1);  // (B, H, n, n)
  return *matmul(weights, v);  // (B, H, n, d_head)
}

}  // namespace

LayerInputs layer_inputs(const NamedSizes& sizes) {
  const std::int64_t d_in = sizes.at("d_in");
  const std::int64_t d_out = sizes.at("d_out");
  Generator generator(20);
  const double in = 1.0 / std::sqrt(static_cast<double>(d_in));
  const double out = 1.0 / std::sqrt(static_cast<double>(d_out));
  const auto weight = [&](std::int64_t width, double scale) {
    return normal({d_out, width}, scale, generator);
  };
  const auto bias = [&] { return normal({d_out}, 0.3, generator); };
  // Braces evaluate in order, so the numbers are the same everywhere.
  return LayerInputs{sizes,
                     normal({sizes.at("B"), sizes.at("n"), d_in}, 1.0, generator),
                     weight(d_in, in),
                     bias(),
                     weight(d_in, in),
                     bias(),
                     weight(d_in, in),
                     bias(),
                     weight(d_out, out),
                     bias()};
}

std::optional<Pipeline::Part> Pipeline::part(std::string_view text) {
  Source source(text);
  auto parsed = parse(source);
  auto* program = std::get_if<Program>(&parsed);
  if (program == nullptr) return std::nullopt;
  return Part{std::move(source), std::move(*program)};
}

Pipeline::Pipeline(Part split, Part merge) : split_(std::move(split)), merge_(std::move(merge)) {}

Pipeline::Stopped Pipeline::run_part(PipelineStop::Where where, const Tensor& input,
                                     const NamedSizes& sizes, const Sizes& wanted) const {
  const bool split = where == PipelineStop::Where::split;
  const Part& part = split ? split_ : merge_;
  const std::string name = split ? split_ask().input : merge_ask().input;
  const Trace trace = mha::run(part.program, part.source, name, input, sizes);
  if (const ProgramError* error = trace.error()) return PipelineStop{where, *error};
  const Tensor& result = *trace.result();
  if (result.sizes() == wanted) return result;
  const std::string message =
      sentence("The {} gives {}; the layer needs {}.",
               {split ? "split" : "merge", tuple_text(result.sizes()), tuple_text(wanted)});
  return PipelineStop{where, {"ValueError", message, "bad-shape", "", {}}};
}

std::variant<LayerOutputs, PipelineStop> Pipeline::run(const LayerInputs& inputs) const {
  using Where = PipelineStop::Where;
  const NamedSizes sizes = program_sizes(inputs);
  const Sizes heads = {sizes.at("B"), sizes.at("H"), sizes.at("n"), sizes.at("d_head")};
  std::vector<Tensor> qkv;
  for (const auto& [weight, bias] : {std::pair{&inputs.W_q, &inputs.b_q},
                                     {&inputs.W_k, &inputs.b_k},
                                     {&inputs.W_v, &inputs.b_v}}) {
    const Tensor projected = *linear(inputs.x, *weight, *bias);  // (B, n, d_out)
    const Stopped split = run_part(Where::split, projected, sizes, heads);
    if (const auto* stop = std::get_if<PipelineStop>(&split)) return *stop;
    qkv.push_back(*std::get_if<Tensor>(&split));  // (B, H, n, d_head)
  }
  const Tensor context = attend(qkv[0], qkv[1], qkv[2]);
  const Stopped merged =
      run_part(Where::merge, context, sizes, {sizes.at("B"), sizes.at("n"), sizes.at("d_out")});
  if (const auto* stop = std::get_if<PipelineStop>(&merged)) return *stop;
  const Tensor& joined = *std::get_if<Tensor>(&merged);  // (B, n, d_out)
  return LayerOutputs{joined, *linear(joined, inputs.W_o, inputs.b_o)};
}

const Pipeline& reference_pipeline() {
  static const Pipeline kReference(
      *Pipeline::part("rearrange(q, 'b n (h d) -> b h n d', d=d_head)"),
      *Pipeline::part("rearrange(context, 'b h n d -> b n (h d)')"));
  return kReference;
}

}  // namespace mha
