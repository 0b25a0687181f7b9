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

std::size_t size_of(DType dtype) {
  switch (dtype) {
    case DType::int64:
      return sizeof(std::int64_t);
    case DType::boolean:
      return sizeof(bool);
    case DType::float32:
      break;
  }
  return sizeof(float);
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
void read_as(const Tensor& t, To* out) {
  const void* const memory = t.storage().memory();
  const DType dtype = t.dtype();
  for (const std::int64_t position : t.positions()) {
    switch (dtype) {
      case DType::float32:
        *out++ = converted<To>(static_cast<const float*>(memory)[position]);
        break;
      case DType::int64:
        *out++ = converted<To>(static_cast<const std::int64_t*>(memory)[position]);
        break;
      case DType::boolean:
        *out++ = converted<To>(static_cast<const bool*>(memory)[position]);
        break;
    }
  }
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

// One block of bytes and not a container for each dtype, which would bring each one's code.
Storage::Storage(DType dtype, std::int64_t size)
    : memory_(std::make_unique<std::byte[]>(static_cast<std::size_t>(size) * size_of(dtype))),
      size_(size),
      dtype_(dtype),
      number_(next_storage_number()) {}

void Storage::copy_value(std::int64_t element, Storage& source, std::int64_t source_element) {
  void* const to = memory();
  const void* const from = source.memory();
  switch (dtype()) {
    case DType::float32:
      static_cast<float*>(to)[element] = static_cast<const float*>(from)[source_element];
      break;
    case DType::int64:
      static_cast<std::int64_t*>(to)[element] =
          static_cast<const std::int64_t*>(from)[source_element];
      break;
    case DType::boolean:
      static_cast<bool*>(to)[element] = static_cast<const bool*>(from)[source_element];
      break;
  }
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

Tensor::Tensor(const Tensor& other) = default;
Tensor::Tensor(Tensor&& other) noexcept = default;
Tensor& Tensor::operator=(const Tensor& other) = default;
Tensor& Tensor::operator=(Tensor&& other) noexcept = default;
Tensor::~Tensor() = default;

Tensor Tensor::of(const Sizes& sizes, std::vector<float> values) {
  const Tensor result = empty({static_cast<std::int64_t>(values.size())}, DType::float32);
  std::copy(values.begin(), values.end(), data_of<float>(result));
  return result.as_strided(sizes, contiguous_strides(sizes), 0);
}

Tensor Tensor::of(const Sizes& sizes, std::vector<std::int64_t> values) {
  const Tensor result = empty({static_cast<std::int64_t>(values.size())}, DType::int64);
  std::copy(values.begin(), values.end(), data_of<std::int64_t>(result));
  return result.as_strided(sizes, contiguous_strides(sizes), 0);
}

Tensor Tensor::of(const Sizes& sizes, const std::vector<bool>& values) {
  const Tensor result = empty({static_cast<std::int64_t>(values.size())}, DType::boolean);
  bool* element = data_of<bool>(result);
  for (const bool value : values) *element++ = value;
  return result.as_strided(sizes, contiguous_strides(sizes), 0);
}

Tensor Tensor::empty(const Sizes& sizes, DType dtype) {
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) count *= size;
  return Tensor(std::make_shared<Storage>(dtype, count), sizes, contiguous_strides(sizes), 0);
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

DType Tensor::dtype() const { return storage_->dtype(); }

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

void Tensor::read(float* out) const { read_as(*this, out); }
void Tensor::read(std::int64_t* out) const { read_as(*this, out); }
void Tensor::read(bool* out) const { read_as(*this, out); }

std::vector<float> Tensor::floats() const {
  std::vector<float> result(static_cast<std::size_t>(numel()));
  read(result.data());
  return result;
}

std::vector<std::int64_t> Tensor::ints() const {
  std::vector<std::int64_t> result(static_cast<std::size_t>(numel()));
  read(result.data());
  return result;
}

std::vector<bool> Tensor::bools() const {
  std::vector<bool> result(static_cast<std::size_t>(numel()));
  const auto values = std::make_unique<bool[]>(result.size());
  read(values.get());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = values[i];
  return result;
}

}  // namespace mha
