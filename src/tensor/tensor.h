// Tensor: shared storage + sizes + strides + offset, with PyTorch's rules, and Origin: which
// element of which computed tensor an element is. Ops live in moving.h, computing.h, creation.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "tensor/result.h"
#include "tensor/shape.h"
#include "tensor/xt.h"

namespace mha {

enum class DType : std::uint8_t { float32, int64, boolean };

const char* name_of(DType dtype);           // "float32", "int64", "bool"
const char* scalar_type_name(DType dtype);  // as errors say it: "Float", "Long", "Bool"

// A Python number: bool, int or float.
using Scalar = std::variant<bool, std::int64_t, double>;

// One element's origin: `element` is a storage position (0 = first) of the computed tensor whose
// storage has number `storage`. Exact integers, no tolerance.
struct Origin {
  std::int64_t storage = 0;
  std::int64_t element = 0;
  friend bool operator==(const Origin&, const Origin&) = default;
};

// The memory behind one or more tensors. An op that computes makes a storage whose elements are
// their own origins; an op that only moves (repeat, cat, contiguous …) copies the origins along; a
// view shares the storage and so costs nothing.
class Storage {
 public:
  Storage(DType dtype, std::int64_t size);  // zeros

  std::int64_t number() const { return number_; }  // unique while the program runs, ascending
  std::int64_t size() const { return size_; }      // elements
  DType dtype() const { return dtype_; }
  void* memory() { return memory_.get(); }  // the first element: a float, std::int64_t or bool

  // Copies a value from a storage of the same dtype, without its origin.
  void copy_value(std::int64_t element, Storage& source, std::int64_t source_element);

  Origin origin(std::int64_t element) const;
  // What an in-place write does to origins: moved elements keep theirs, computed ones become their
  // own.
  void set_origin(std::int64_t element, Origin origin);
  void reset_origin(std::int64_t element);

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::int64_t size_;
  DType dtype_;
  std::vector<Origin> origins_;  // empty: every element is its own origin
  std::int64_t number_;
};

// A value; copying a Tensor shares its storage, as in Python.
class Tensor {
 public:
  // A tensor of the given sizes over fresh memory that holds `values` in row-major order
  // (values.size() == numel(sizes)).
  static Tensor of(const Sizes& sizes, std::vector<float> values);
  static Tensor of(const Sizes& sizes, std::vector<std::int64_t> values);
  static Tensor of(const Sizes& sizes, const std::vector<bool>& values);
  // Uninitialised contiguous memory: the caller writes every element. (Zeros in fact.)
  static Tensor empty(const Sizes& sizes, DType dtype);

  Tensor(std::shared_ptr<Storage> storage, Sizes sizes, Strides strides, std::int64_t offset);
  // Out of line for the wasm's size.
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept;
  Tensor& operator=(const Tensor& other);
  Tensor& operator=(Tensor&& other) noexcept;
  ~Tensor();

  const Sizes& sizes() const { return sizes_; }
  const Strides& strides() const { return strides_; }
  std::int64_t offset() const { return offset_; }
  std::int64_t rank() const { return static_cast<std::int64_t>(sizes_.size()); }
  std::int64_t size(std::int64_t dim) const { return sizes_[static_cast<std::size_t>(dim)]; }
  std::int64_t numel() const;
  DType dtype() const;
  bool is_contiguous() const { return mha::is_contiguous(sizes_, strides_); }
  bool shares_storage(const Tensor& other) const { return storage_ == other.storage_; }

  Storage& storage() const { return *storage_; }
  const std::shared_ptr<Storage>& shared_storage() const { return storage_; }

  // The same storage read with other sizes, strides and offset (offset in elements from the
  // storage's start). The caller has checked that they stay inside.
  Tensor as_strided(Sizes sizes, Strides strides, std::int64_t offset) const;

  // This tensor's storage positions in row-major order of its sizes.
  std::vector<std::int64_t> positions() const;
  // Every element's origin in row-major order of the sizes.
  std::vector<Origin> origins() const;

  // Copies of the elements in row-major order, converted as Python's float(), int(), bool() would.
  std::vector<float> floats() const;
  std::vector<std::int64_t> ints() const;
  std::vector<bool> bools() const;
  // The same, written one behind the other from `out` on.
  void read(float* out) const;
  void read(std::int64_t* out) const;
  void read(bool* out) const;

  // The tensor as an xtensor expression over the storage, strides honoured, writable.
  // T must be the dtype's type: float, std::int64_t or bool.
  template <class T>
  auto expression() const {
    std::vector<std::size_t> shape(sizes_.begin(), sizes_.end());
    std::vector<std::ptrdiff_t> steps(strides_.begin(), strides_.end());
    // xtensor wants stride 0 where a size is 1 to broadcast.
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 1) steps[i] = 0;
    }
    T* memory = static_cast<T*>(storage_->memory());
    const auto size = static_cast<std::size_t>(storage_->size());
    return xt::strided_view(
        xt::adapt(std::move(memory), size, xt::no_ownership(), std::array<std::size_t, 1>{size}),
        std::move(shape), std::move(steps), static_cast<std::size_t>(offset_),
        xt::layout_type::dynamic);
  }

 private:
  std::shared_ptr<Storage> storage_;
  Sizes sizes_;
  Strides strides_;
  std::int64_t offset_;
};

// The tensor's first element in memory. T must be the dtype's type.
template <class T>
T* data_of(const Tensor& t) {
  return static_cast<T*>(t.storage().memory()) + t.offset();
}

// Calls `body` with a value of the C++ type behind `dtype`: visit(t.dtype(), [](auto zero) { … }).
template <class Body>
decltype(auto) visit(DType dtype, Body&& body) {
  switch (dtype) {
    case DType::int64:
      return body(std::int64_t{});
    case DType::boolean:
      return body(bool{});
    case DType::float32:
      break;
  }
  return body(float{});
}

}  // namespace mha
