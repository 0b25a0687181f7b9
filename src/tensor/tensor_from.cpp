// torch.tensor(data): nested lists and numbers as a tensor. Source of the rules and texts:
// torch/csrc/utils/tensor_new.cpp (1.13). Not the other creation ops: see creation.h.
#include <algorithm>

#include "tensor/call_table.h"
#include "tensor/moving.h"

namespace mha {
namespace {

const List* items_of(const Value& value) {
  if (const auto* tuple = value.get<Tuple>()) return &tuple->items;
  return value.get<List>();
}

// The sizes that the first elements say; the others are held against them.
Sizes sizes_of(const Value& data) {
  Sizes sizes;
  for (const Value* at = &data; const List* items = items_of(*at); at = &items->front()) {
    sizes.push_back(static_cast<std::int64_t>(items->size()));
    if (items->empty()) return sizes;
    if (const auto* inner = items->front().get<Tensor>()) {
      sizes.insert(sizes.end(), inner->sizes().begin(), inner->sizes().end());
    }
  }
  return sizes;
}

// Collects the numbers in row-major order.
class Reader {
 public:
  explicit Reader(Sizes sizes) : sizes_(std::move(sizes)) {}

  std::optional<Error> read(const Value& value, std::size_t depth) {
    if (depth == sizes_.size()) return read_number(value);
    const List* items = items_of(value);
    if (const auto* tensor = value.get<Tensor>()) return refuse_tensor(*tensor);
    if (items == nullptr) {
      return type_error("not a sequence");
    }
    return read_items(*items, depth);
  }

  Tensor finish() && {
    if (any_float_ || numbers_.empty()) {
      return Tensor::of(sizes_, std::move(numbers_));
    }
    if (any_integer_) return Tensor::of(sizes_, std::move(integers_));
    return to(Tensor::of(sizes_, std::move(integers_)), DType::boolean);
  }

 private:
  // PyTorch reads its rows as numbers, which only tensors of one element are.
  static Error refuse_tensor(const Tensor& tensor) {
    if (tensor.dtype() == DType::float32) {
      return value_error("only one element tensors can be converted to Python scalars");
    }
    return type_error("only integer tensors of a single element can be converted to an index");
  }

  std::optional<Error> read_items(const List& items, std::size_t depth) {
    if (static_cast<std::int64_t>(items.size()) != sizes_[depth]) {
      return value_error("expected sequence of length {} at dim {} (got {})",
                         {sizes_[depth], depth, items.size()});
    }
    for (const Value& item : items) {
      if (auto error = read(item, depth + 1)) return error;
    }
    return {};
  }

  std::optional<Error> read_number(const Value& value) {
    auto number = number_of(value);
    if (const auto* tensor = value.get<Tensor>()) {
      auto single = item(*tensor);
      if (!single) return single.error();
      number = *single;
    }
    if (!number) {
      if (value.get<std::string>()) return type_error("new(): invalid data type 'str'");
      if (items_of(value) != nullptr) {
        return type_error(any_float_ ? "must be real number, not {}"
                                     : "'{}' object cannot be interpreted as an integer",
                          {value.type_name()});
      }
      return runtime_error("Could not infer dtype of {}", {value.type_name()});
    }
    if (const auto* real = std::get_if<double>(&*number)) {
      any_float_ = true;
      numbers_.push_back(static_cast<float>(*real));
      integers_.push_back(0);
      return {};
    }
    const auto* whole = std::get_if<std::int64_t>(&*number);
    any_integer_ = any_integer_ || whole != nullptr;
    const std::int64_t integer = whole ? *whole : std::int64_t{std::get<bool>(*number)};
    integers_.push_back(integer);
    numbers_.push_back(static_cast<float>(integer));
    return {};
  }

  Sizes sizes_;
  std::vector<float> numbers_;  // both are filled, as the kind is known at the end only
  std::vector<std::int64_t> integers_;
  bool any_float_ = false;
  bool any_integer_ = false;
};

}  // namespace

Result<Tensor> tensor_from(const Value& data) {
  if (const auto* tensor = data.get<Tensor>()) return clone(*tensor);
  Sizes sizes = sizes_of(data);
  if (auto count = numel(sizes); !count) return count.error();
  Reader reader(std::move(sizes));
  if (auto error = reader.read(data, 0)) return *error;
  return std::move(reader).finish();
}

}  // namespace mha
