// t[index] and t[index] = value with Python's index forms: ints, slices, None, ..., tuples, masks
// and integer tensors. Source of the rules: python_variable_indexing.cpp, TensorIndexing.h (1.13).
// What index tensors pick is index_lookup.h.
#include <algorithm>
#include <array>

#include "tensor/call_table.h"
#include "tensor/creation.h"
#include "tensor/index_lookup.h"
#include "tensor/moving.h"

namespace mha {
namespace {

bool is_int_tensor_of_rank_0(const Value& part) {
  const auto* tensor = part.get<Tensor>();
  return tensor != nullptr && tensor->rank() == 0 && tensor->dtype() == DType::int64;
}

// How many dimensions of the tensor a part of the index uses up.
std::int64_t dims_used(const Value& part) {
  if (part.get<None>() || part.get<Ellipsis>() || part.get<bool>()) return 0;
  const auto* tensor = part.get<Tensor>();
  return tensor && tensor->dtype() == DType::boolean ? tensor->rank() : 1;
}

List parts_of(const Value& index) {
  if (const auto* tuple = index.get<Tuple>()) return tuple->items;
  // A list that holds more than numbers counts as a tuple, as it did in NumPy.
  if (const auto* list = index.get<List>()) {
    const bool mixed = std::any_of(list->begin(), list->end(), [](const Value& item) {
      return item.get<Tensor>() || item.get<List>() || item.get<Tuple>() || item.get<Slice>() ||
             item.get<Ellipsis>() || item.get<None>();
    });
    if (mixed && list->size() < 32) return *list;
  }
  return {index};
}

Result<std::optional<std::int64_t>> bound_of(const Value& bound) {
  if (bound.get<None>()) return std::optional<std::int64_t>();
  if (const auto* integer = bound.get<std::int64_t>()) return std::optional(*integer);
  if (is_int_tensor_of_rank_0(bound)) return std::optional(bound.get<Tensor>()->ints()[0]);
  return type_error("slice indices must be integers or None or have an __index__ method");
}

Result<Tensor> apply_slice(const Tensor& view, std::int64_t dim, const Slice& part) {
  std::array<std::optional<std::int64_t>, 3> bounds;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, part.bounds.size()); ++i) {
    const auto bound = bound_of(part.bounds[i]);
    if (!bound) return bound.error();
    bounds[i] = *bound;
  }
  const std::int64_t step = bounds[2].value_or(1);
  if (step == 0) return value_error("slice step cannot be zero");
  if (step < 0) return value_error("step must be greater than zero");
  return slice(view, dim, bounds[0], bounds[1], step);
}

Result<Tensor> apply_int(const Picked& picked, const Tensor& self, std::int64_t dim,
                         std::int64_t index, std::int64_t source_dim) {
  if (self.rank() == 0) {
    return index_error(
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in "
        "C++ to convert a 0-dim tensor to a number");
  }
  const std::int64_t size = picked.view.size(dim);
  if (index < -size || index >= size) {
    return index_error("index {} is out of bounds for dimension {} with size {}",
                       {index, source_dim, size});
  }
  return select(picked.view, dim, index);
}

// A mask becomes one int64 tensor for each of its dims: where it is true.
Result<std::vector<Tensor>> positions_in(const Tensor& mask, const Tensor& view, std::int64_t dim) {
  for (std::int64_t i = 0; i < mask.rank(); ++i) {
    if (mask.size(i) == view.size(dim + i)) continue;
    return index_error(
        "The shape of the mask {} at index {} does not match the shape of the indexed tensor {} at "
        "index {}",
        {mask.sizes(), i, view.sizes(), dim + i});
  }
  const std::vector<std::int64_t> truths = mask.ints();
  const Strides strides = contiguous_strides(mask.sizes());
  std::vector<std::vector<std::int64_t>> found(static_cast<std::size_t>(mask.rank()));
  for (std::size_t at = 0; at < truths.size(); ++at) {
    if (truths[at] == 0) continue;
    for (std::size_t i = 0; i < found.size(); ++i) {
      found[i].push_back(static_cast<std::int64_t>(at) / strides[i] % mask.sizes()[i]);
    }
  }
  std::vector<Tensor> result;
  for (auto& each : found) {
    const auto count = static_cast<std::int64_t>(each.size());
    result.push_back(Tensor::of(Sizes{count}, std::move(each)));
  }
  return result;
}

Result<Tensor> index_tensor(const Value& part) {
  if (const auto* tensor = part.get<Tensor>()) {
    if (tensor->dtype() != DType::float32) return *tensor;
    return index_error("tensors used as indices must be long, byte or bool tensors");
  }
  if (part.get<std::string>()) return type_error("new(): invalid data type 'str'");
  if (!part.get<List>() && !part.get<Tuple>()) {
    return index_error(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
        "indices (got {})",
        {part.type_name()});
  }
  auto made = tensor_from(part);
  if (!made || made->dtype() == DType::boolean) return made;
  return to(*made, DType::int64);  // an empty list is a float tensor until here
}

Result<Picked> pick(const Tensor& self, const Value& index) {
  const List parts = parts_of(index);
  std::int64_t used = 0;
  for (const Value& part : parts) used += dims_used(part);
  if (used > self.rank() && self.rank() > 0) {
    return index_error("too many indices for tensor of dimension {}", {self.rank()});
  }
  Picked picked{self, std::vector<Index>(self.sizes().size())};
  std::int64_t dim = 0;
  std::int64_t source_dim = 0;  // dim counted in self, which the errors name
  const auto keep = [&](Result<Tensor> view) -> std::optional<Error> {
    if (!view) return view.error();
    picked.view = std::move(*view);
    return {};
  };
  bool ellipsis_seen = false;
  for (const Value& part : parts) {
    std::optional<Error> error;
    if (part.get<Ellipsis>()) {
      if (ellipsis_seen) continue;
      ellipsis_seen = true;
      dim += self.rank() - used;
      source_dim += self.rank() - used;
    } else if (part.get<None>()) {
      error = keep(unsqueeze(picked.view, dim));
      picked.indices.insert(picked.indices.begin() + dim, std::nullopt);
      ++dim;
    } else if (const auto* cut = part.get<Slice>()) {
      if (self.rank() == 0) return index_error("slice() cannot be applied to a 0-dim tensor.");
      error = keep(apply_slice(picked.view, dim++, *cut));
      ++source_dim;
    } else if (part.get<std::int64_t>() || is_int_tensor_of_rank_0(part)) {
      const auto* integer = part.get<std::int64_t>();
      const std::int64_t at = integer ? *integer : part.get<Tensor>()->ints()[0];
      error = keep(apply_int(picked, self, dim, at, source_dim));
      if (!error) picked.indices.erase(picked.indices.begin() + dim);
      ++source_dim;
    } else if (part.get<bool>()) {
      return not_in_this_lab("indexing with a single bool is not in this lab");
    } else {
      const auto tensor = index_tensor(part);
      if (!tensor) return tensor.error();
      std::vector<Tensor> each{*tensor};
      if (tensor->dtype() == DType::boolean) {
        if (tensor->rank() == 0) {
          return not_in_this_lab("indexing with a single bool is not in this lab");
        }
        auto positions = positions_in(*tensor, picked.view, dim);
        if (!positions) return positions.error();
        each = std::move(*positions);
      }
      for (const Tensor& indices : each) {
        picked.indices[static_cast<std::size_t>(dim++)] = indices;
        ++source_dim;
      }
    }
    if (error) return *error;
  }
  return picked;
}

// Leading sizes of 1 do not count when a value is assigned.
Tensor without_leading_ones(const Tensor& t) {
  const auto first =
      std::find_if(t.sizes().begin(), t.sizes().end(), [](std::int64_t size) { return size != 1; });
  const auto skip = first - t.sizes().begin();
  return t.as_strided(Sizes(first, t.sizes().end()),
                      Strides(t.strides().begin() + skip, t.strides().end()), t.offset());
}

}  // namespace

Result<Value> get_item(const Tensor& self, const Value& index) {
  const auto picked = pick(self, index);
  if (!picked) return picked.error();
  if (!picked->has_indices()) return Value(picked->view);
  const auto lookup = look_up(*picked);
  if (!lookup) return lookup.error();
  const Sizes sizes = result_sizes(*lookup);
  if (const auto count = numel(sizes); !count) return count.error();
  return copy_blocks(*lookup, Tensor::empty(sizes, self.dtype()), true);
}

Result<Value> set_item(const Tensor& self, const Value& index, const Value& value) {
  const auto* source = value.get<Tensor>();
  const auto number = number_of(value);
  if (source == nullptr && !number) {
    return type_error("can't assign a {} to a torch.{}Tensor",
                      {value.type_name(), scalar_type_name(self.dtype())});
  }
  const Tensor given =
      source ? without_leading_ones(*source) : to(scalar_tensor(*number), self.dtype());
  const auto picked = pick(self, index);
  if (!picked) return picked.error();
  if (!picked->has_indices()) {
    const auto wide = expand(given, picked->view.sizes());
    if (!wide) return wide.error();
    auto written = copy_(picked->view, *wide);
    if (!written) return written.error();
    return Value();
  }
  const auto lookup = look_up(*picked);
  if (!lookup) return lookup.error();
  const Sizes sizes = result_sizes(*lookup);
  const auto wide = expand(given, sizes);
  if (!wide) {
    return runtime_error(
        "shape mismatch: value tensor of shape {} cannot be broadcast to indexing result of shape "
        "{}",
        {given.sizes(), sizes});
  }
  if (given.dtype() != self.dtype()) {
    return runtime_error(
        "Index put requires the source and destination dtypes match, got {} for the destination "
        "and {} for the source.",
        {scalar_type_name(self.dtype()), scalar_type_name(given.dtype())});
  }
  const auto written = copy_blocks(*lookup, *wide, false);
  if (!written) return written.error();
  return Value();
}

}  // namespace mha
