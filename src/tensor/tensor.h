// Tensor: shared storage + sizes + strides + offset, with PyTorch's rules, and Origin: which
// element of which computed tensor an element is. Ops live in moving.h, computing.h, creation.h.
#pragma once

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
  using Buffer =
      std::variant<xt::xtensor<float, 1>, xt::xtensor<std::int64_t, 1>, xt::xtensor<bool, 1>>;

  explicit Storage(Buffer buffer);
  Storage(Buffer buffer, std::vector<Origin> origins);  // one origin an element

  std::int64_t number() const { return number_; }  // unique while the program runs, ascending
  std::int64_t size() const;                       // elements
  Buffer& buffer() { return buffer_; }
  const Buffer& buffer() const { return buffer_; }

  Origin origin(std::int64_t element) const;
  // What an in-place write does to origins: moved elements keep theirs, computed ones become their
  // own.
  void set_origin(std::int64_t element, Origin origin);
  void reset_origin(std::int64_t element);

 private:
  Buffer buffer_;
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

  // The tensor as an xtensor expression over the storage, strides honoured, writable.
  // T must be the dtype's type: float, std::int64_t or bool.
  template <class T>
  auto expression() const {
    auto& memory = *std::get_if<xt::xtensor<T, 1>>(&storage_->buffer());
    std::vector<std::size_t> shape(sizes_.begin(), sizes_.end());
    std::vector<std::ptrdiff_t> steps(strides_.begin(), strides_.end());
    // xtensor wants stride 0 where a size is 1 to broadcast.
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 1) steps[i] = 0;
    }
    return xt::strided_view(memory, std::move(shape), std::move(steps),
                            static_cast<std::size_t>(offset_), xt::layout_type::dynamic);
  }

 private:
  std::shared_ptr<Storage> storage_;
  Sizes sizes_;
  Strides strides_;
  std::int64_t offset_;
};

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
