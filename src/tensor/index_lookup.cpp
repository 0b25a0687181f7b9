// The arithmetic of indexing by integer tensors. Source of the rules: ATen's TensorAdvancedIndexing
// (1.13). No Python here.
#include "tensor/index_lookup.h"

#include "tensor/moving.h"

namespace mha {
namespace {

// The part of the tensor that combination `at` of the indices points to: a view of sizes (rest).
Tensor block(const Lookup& lookup, std::size_t at) {
  const Tensor& t = lookup.moved;
  const auto indexed = static_cast<std::ptrdiff_t>(lookup.places.size());
  std::int64_t offset = t.offset();
  for (std::size_t i = 0; i < lookup.places.size(); ++i) {
    offset += lookup.places[i][at] * t.strides()[i];
  }
  return t.as_strided(Sizes(t.sizes().begin() + indexed, t.sizes().end()),
                      Strides(t.strides().begin() + indexed, t.strides().end()), offset);
}

// `wide` has the result's sizes; its parts that belong to one combination of the indices.
Tensor block_of_result(const Lookup& lookup, const Tensor& wide, std::size_t at) {
  Sizes sizes = wide.sizes();
  Strides strides = wide.strides();
  std::int64_t offset = wide.offset();
  auto left = static_cast<std::int64_t>(at);
  for (std::size_t i = lookup.sizes.size(); i-- > 0;) {
    const std::size_t dim = static_cast<std::size_t>(lookup.front) + i;
    offset += left % sizes[dim] * strides[dim];
    left /= sizes[dim];
  }
  const auto count = static_cast<std::ptrdiff_t>(lookup.sizes.size());
  sizes.erase(sizes.begin() + lookup.front, sizes.begin() + lookup.front + count);
  strides.erase(strides.begin() + lookup.front, strides.begin() + lookup.front + count);
  return wide.as_strided(std::move(sizes), std::move(strides), offset);
}

}  // namespace

Result<Lookup> look_up(const Picked& picked) {
  std::vector<std::int64_t> order, rest;
  std::vector<Tensor> indices;
  bool adjacent = true;
  for (std::size_t i = 0; i < picked.indices.size(); ++i) {
    const auto dim = static_cast<std::int64_t>(i);
    if (!picked.indices[i]) {
      rest.push_back(dim);
      continue;
    }
    adjacent = adjacent && (order.empty() || order.back() + 1 == dim);
    order.push_back(dim);
    indices.push_back(*picked.indices[i]);
  }
  Lookup result{picked.view, {}, {}, adjacent ? order.front() : 0};
  const auto indexed = order.size();
  order.insert(order.end(), rest.begin(), rest.end());
  auto moved = permute(picked.view, order);
  if (!moved) return moved.error();
  result.moved = std::move(*moved);

  std::string shapes;
  result.sizes = indices.front().sizes();
  bool fits = true;
  for (const Tensor& each : indices) {
    shapes += (shapes.empty() ? "" : ", ") + to_string(each.sizes());
    const auto both = broadcast_sizes(result.sizes, each.sizes());
    fits = fits && both;
    if (both) result.sizes = *both;
  }
  if (!fits) {
    return index_error(
        "shape mismatch: indexing tensors could not be broadcast together with shapes {}",
        {shapes});
  }
  for (std::size_t i = 0; i < indexed; ++i) {
    const auto wide = expand(indices[i], result.sizes);
    if (!wide) return wide.error();
    std::vector<std::int64_t> places = wide->ints();
    const std::int64_t size = result.moved.sizes()[i];
    for (std::int64_t& place : places) {
      if (place < -size || place >= size) {
        // The dimension is counted among the indexed ones: so in PyTorch.
        return index_error("index {} is out of bounds for dimension {} with size {}",
                           {place, i, size});
      }
      if (place < 0) place += size;
    }
    result.places.push_back(std::move(places));
  }
  return result;
}

Sizes result_sizes(const Lookup& lookup) {
  const Sizes& all = lookup.moved.sizes();
  Sizes result(all.begin() + static_cast<std::ptrdiff_t>(lookup.places.size()), all.end());
  result.insert(result.begin() + lookup.front, lookup.sizes.begin(), lookup.sizes.end());
  return result;
}

Result<Value> copy_blocks(const Lookup& lookup, const Tensor& wide, bool into_result) {
  const std::size_t combinations = lookup.places.front().size();
  for (std::size_t at = 0; at < combinations; ++at) {
    const Tensor inside = block(lookup, at);
    const Tensor outside = block_of_result(lookup, wide, at);
    const auto copied = into_result ? copy_(outside, inside) : copy_(inside, outside);
    if (!copied) return copied.error();
  }
  return Value(wide);
}

}  // namespace mha
