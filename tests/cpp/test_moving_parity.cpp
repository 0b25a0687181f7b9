// Replays tests/golden/moving_parity.json: random chains of moving ops must end as in
// PyTorch 1.13.1, in sizes, strides, offset, storage sharing, values, origins or error. Hand-picked
// cases are in test_moving.cpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tensor/creation.h"
#include "tensor/moving.h"

namespace {

using mha::Result;
using mha::Sizes;
using mha::Tensor;
using nlohmann::json;

Result<Tensor> picked(const Result<std::vector<Tensor>>& pieces, std::size_t pick) {
  if (!pieces) return pieces.error();
  REQUIRE(pick < pieces->size());
  return (*pieces)[pick];
}

std::optional<std::int64_t> optional_integer(const json& value) {
  if (value.is_null()) return std::nullopt;
  return value.get<std::int64_t>();
}

// The tensor and a piece of it, [low, high) along dim `other`.
std::vector<Tensor> with_piece(const Tensor& t, const json& step) {
  if (t.rank() == 0) return {t, t};
  const auto low = step[3].get<std::int64_t>();
  const auto high = std::max(low, step[4].get<std::int64_t>());
  const auto piece = mha::slice(t, step[2].get<std::int64_t>(), low, high);
  REQUIRE(piece.ok());
  return {t, *piece};
}

Result<Tensor> copied_in_place(const Tensor& t, const json& step) {
  const auto dim = step[1].get<std::int64_t>();
  const auto target = mha::select(t, dim, step[2].get<std::int64_t>());
  if (!target) return target.error();
  const auto source = mha::select(t, dim, step[3].get<std::int64_t>());
  if (!source) return source.error();
  const auto copied = mha::copy_(*target, *source);
  if (!copied) return copied.error();
  return t;
}

// One step of the file: its op's name, then the arguments in the order of PyTorch's signature.
Result<Tensor> run(const Tensor& t, const json& step) {
  const auto op = step[0].get<std::string>();
  const auto integer = [&](std::size_t i) { return step.at(i).get<std::int64_t>(); };
  const auto list = [&](std::size_t i) { return step.at(i).get<std::vector<std::int64_t>>(); };
  const auto last = [&] { return step.back().get<std::size_t>(); };
  if (op == "view") return mha::view(t, list(1));
  if (op == "reshape") return mha::reshape(t, list(1));
  if (op == "transpose") return mha::transpose(t, integer(1), integer(2));
  if (op == "permute") return mha::permute(t, list(1));
  if (op == "movedim") return mha::movedim(t, list(1), list(2));
  if (op == "flatten") return mha::flatten(t, integer(1), integer(2));
  if (op == "unflatten") return mha::unflatten(t, integer(1), list(2));
  if (op == "squeeze") return mha::squeeze(t, integer(1));
  if (op == "squeeze_all") return mha::squeeze(t);
  if (op == "unsqueeze") return mha::unsqueeze(t, integer(1));
  if (op == "expand") return mha::expand(t, list(1));
  if (op == "repeat") return mha::repeat(t, list(1));
  if (op == "repeat_interleave") {
    return mha::repeat_interleave(t, integer(1), optional_integer(step[2]));
  }
  if (op == "select") return mha::select(t, integer(1), integer(2));
  if (op == "slice") {
    return mha::slice(t, integer(1), optional_integer(step[2]), optional_integer(step[3]),
                      integer(4));
  }
  if (op == "chunk") return picked(mha::chunk(t, integer(1), integer(2)), last());
  if (op == "split") return picked(mha::split(t, integer(1), integer(2)), last());
  if (op == "split_sizes") return picked(mha::split(t, list(1), integer(2)), last());
  if (op == "unbind") return picked(mha::unbind(t, integer(1)), last());
  if (op == "cat") return mha::cat(with_piece(t, step), integer(1));
  if (op == "stack") return mha::stack(with_piece(t, step), integer(1));
  if (op == "contiguous") return mha::contiguous(t);
  if (op == "clone") return mha::clone(t);
  if (op == "T") return mha::reverse_dims(t);
  if (op == "mT") return mha::matrix_transpose(t);
  if (op == "t") return mha::t2d(t);
  if (op == "copy_") return copied_in_place(t, step);
  FAIL("no such op in the replay: " << op);
  return t;
}

void check_end(const json& chain, const Tensor& start, const Tensor& end) {
  REQUIRE(chain.contains("sizes"));
  CHECK(end.sizes() == chain["sizes"].get<Sizes>());
  CHECK(end.strides() == chain["strides"].get<mha::Strides>());
  CHECK(end.offset() == chain["offset"].get<std::int64_t>());
  CHECK(end.shares_storage(start) == chain["shares"].get<bool>());
  const auto values = chain["values"].get<std::vector<std::int64_t>>();
  CHECK(end.ints() == values);
  // The start is arange, so an element's value is the storage position that it came from.
  std::vector<mha::Origin> origins;
  for (const std::int64_t value : values) origins.push_back({start.storage().number(), value});
  CHECK(end.origins() == origins);
}

void check_error(const json& chain, std::size_t step, const mha::Error& error) {
  INFO("error " << error.type << ": " << error.text);
  REQUIRE(chain.contains("error"));
  CHECK(step == chain["error"][0].get<std::size_t>());
  CHECK(error.type == chain["error"][1].get<std::string>());
  CHECK(error.text == chain["error"][2].get<std::string>());
}

void replay(const json& chain) {
  const std::string text = chain.dump();
  CAPTURE(text);
  const auto sizes = chain["start"].get<Sizes>();
  const auto flat = mha::arange(std::int64_t{0}, *mha::numel(sizes), std::int64_t{1});
  REQUIRE(flat.ok());
  const auto start = mha::view(*flat, sizes);
  REQUIRE(start.ok());
  Tensor current = *start;
  for (std::size_t i = 0; i < chain["steps"].size(); ++i) {
    const auto next = run(current, chain["steps"][i]);
    if (!next) return check_error(chain, i, next.error());
    current = *next;
  }
  check_end(chain, *start, current);
}

}  // namespace

TEST_CASE("chains of moving ops end as in PyTorch") {
  std::ifstream file(std::string(MHA_GOLDEN_DIR) + "/moving_parity.json");
  REQUIRE(file.good());
  const json golden = json::parse(file);
  REQUIRE(golden["chains"].size() >= 600);
  for (const json& chain : golden["chains"]) replay(chain);
}
