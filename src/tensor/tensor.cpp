// Storage and Tensor: memory, origins, and reading a tensor's elements in order. No ops here.
#include "tensor/tensor.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>

namespace mha {
namespace {

std::int64_t next_storage_number() {
  static std::atomic<std::int64_t> last{0};
  return ++last;
}

template <class T, class Values>
Tensor fresh_tensor(const Sizes& sizes, const Values& values) {
  auto memory = xt::xtensor<T, 1>::from_shape({values.size()});
  std::copy(values.begin(), values.end(), memory.begin());
  return Tensor(std::make_shared<Storage>(std::move(memory)), sizes, contiguous_strides(sizes), 0);
}

// As Python's float(), int() and bool(), except that a float without an int (inf, nan, too large)
// gives the smallest integer, as PyTorch does on x86.
template <class To, class From>
To converted(From value) {
  if constexpr (std::is_same_v<From, float> && std::is_same_v<To, std::int64_t>) {
    const bool fits = value >= -0x1p63F && value < 0x1p63F;
    return fits ? static_cast<std::int64_t>(value) : std::numeric_limits<std::int64_t>::min();
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From{};
  } else {
    return static_cast<To>(value);
  }
}

template <class To>
std::vector<To> elements(const Tensor& t) {
  std::vector<To> result;
  result.reserve(static_cast<std::size_t>(t.numel()));
  std::visit(
      [&](const auto& memory) {
        using From = typename std::decay_t<decltype(memory)>::value_type;
        for (const std::int64_t position : t.positions()) {
          const From value = memory.data()[position];
          result.push_back(converted<To>(value));
        }
      },
      t.storage().buffer());
  return result;
}

}  // namespace

const char* name_of(DType dtype) {
  switch (dtype) {
    case DType::int64:
      return "int64";
    case DType::boolean:
      return "bool";
    case DType::float32:
      break;
  }
  return "float32";
}

const char* scalar_type_name(DType dtype) {
  switch (dtype) {
    case DType::int64:
      return "Long";
    case DType::boolean:
      return "Bool";
    case DType::float32:
      break;
  }
  return "Float";
}

Storage::Storage(Buffer buffer) : Storage(std::move(buffer), {}) {}

Storage::Storage(Buffer buffer, std::vector<Origin> origins)
    : buffer_(std::move(buffer)), origins_(std::move(origins)), number_(next_storage_number()) {}

std::int64_t Storage::size() const {
  return std::visit([](const auto& memory) { return static_cast<std::int64_t>(memory.size()); },
                    buffer_);
}

Origin Storage::origin(std::int64_t element) const {
  if (origins_.empty()) return {number_, element};
  return origins_[static_cast<std::size_t>(element)];
}

void Storage::set_origin(std::int64_t element, Origin origin) {
  if (origins_.empty()) {
    if (origin == Origin{number_, element}) return;
    origins_.reserve(static_cast<std::size_t>(size()));
    for (std::int64_t i = 0; i < size(); ++i) origins_.push_back({number_, i});
  }
  origins_[static_cast<std::size_t>(element)] = origin;
}

void Storage::reset_origin(std::int64_t element) { set_origin(element, {number_, element}); }

Tensor Tensor::of(const Sizes& sizes, std::vector<float> values) {
  return fresh_tensor<float>(sizes, values);
}

Tensor Tensor::of(const Sizes& sizes, std::vector<std::int64_t> values) {
  return fresh_tensor<std::int64_t>(sizes, values);
}

Tensor Tensor::of(const Sizes& sizes, const std::vector<bool>& values) {
  return fresh_tensor<bool>(sizes, values);
}

Tensor Tensor::empty(const Sizes& sizes, DType dtype) {
  std::size_t count = 1;
  for (const std::int64_t size : sizes) count *= static_cast<std::size_t>(size);
  return visit(dtype, [&](auto zero) {
    using T = decltype(zero);
    xt::xtensor<T, 1> memory(typename xt::xtensor<T, 1>::shape_type{count}, zero);
    return Tensor(std::make_shared<Storage>(std::move(memory)), sizes, contiguous_strides(sizes),
                  0);
  });
}

Tensor::Tensor(std::shared_ptr<Storage> storage, Sizes sizes, Strides strides, std::int64_t offset)
    : storage_(std::move(storage)),
      sizes_(std::move(sizes)),
      strides_(std::move(strides)),
      offset_(offset) {}

std::int64_t Tensor::numel() const {
  std::int64_t count = 1;
  for (const std::int64_t size : sizes_) count *= size;
  return count;
}

DType Tensor::dtype() const {
  switch (storage_->buffer().index()) {
    case 1:
      return DType::int64;
    case 2:
      return DType::boolean;
    default:
      return DType::float32;
  }
}

Tensor Tensor::as_strided(Sizes sizes, Strides strides, std::int64_t offset) const {
  return Tensor(storage_, std::move(sizes), std::move(strides), offset);
}

std::vector<std::int64_t> Tensor::positions() const {
  // Grown dim by dim: the positions of every index prefix, then one entry more for each index.
  std::vector<std::int64_t> prefixes{offset_};
  std::vector<std::int64_t> longer;
  for (std::size_t d = 0; d < sizes_.size(); ++d) {
    longer.clear();
    longer.reserve(prefixes.size() * static_cast<std::size_t>(sizes_[d]));
    for (const std::int64_t prefix : prefixes) {
      for (std::int64_t i = 0; i < sizes_[d]; ++i) longer.push_back(prefix + i * strides_[d]);
    }
    std::swap(prefixes, longer);
  }
  return prefixes;
}

std::vector<Origin> Tensor::origins() const {
  std::vector<Origin> result;
  result.reserve(static_cast<std::size_t>(numel()));
  for (const std::int64_t position : positions()) result.push_back(storage_->origin(position));
  return result;
}

std::vector<float> Tensor::floats() const { return elements<float>(*this); }
std::vector<std::int64_t> Tensor::ints() const { return elements<std::int64_t>(*this); }
std::vector<bool> Tensor::bools() const { return elements<bool>(*this); }

}  // namespace mha
