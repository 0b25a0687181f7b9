// Reductions over dims: sum, mean, amax, amin, all, any. Ops along one dim that keep or index its
// elements (softmax, cumsum, max with indices) are in computing_along.cpp.
#include <algorithm>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"

namespace mha {
namespace {

// The dims, wrapped, as one flag for each dim of t. No dims: all of them.
Result<std::vector<bool>> reduced_dims(const Tensor& t, const std::vector<std::int64_t>& dims) {
  std::vector<std::int64_t> wrapped;  // all of them before any is looked at, as in PyTorch
  for (const std::int64_t given : dims) {
    const auto dim = wrap_dim(given, t.rank());
    if (!dim) return dim.error();
    wrapped.push_back(*dim);
  }
  // A tensor of rank 0 takes dim 0, once.
  std::vector<bool> reduced(std::max<std::size_t>(t.sizes().size(), 1), dims.empty());
  for (const std::int64_t dim : wrapped) {
    const auto d = static_cast<std::size_t>(dim);
    if (reduced[d]) {
      return runtime_error("dim " + std::to_string(dim) +
                           " appears multiple times in the list of dims");
    }
    reduced[d] = true;
  }
  return reduced;
}

// amax and amin of nothing.
std::optional<Error> check_not_empty(Reduction op, const Tensor& t,
                                     const std::vector<std::int64_t>& dims) {
  const std::string name = op == Reduction::amax ? "amax()" : "amin()";
  if (t.numel() == 0 && dims.empty()) {
    return runtime_error(name +
                         ": Expected reduction dim to be specified for input.numel() == 0. "
                         "Specify the reduction dim with the 'dim' argument.");
  }
  for (const std::int64_t given : dims) {
    const auto dim = wrap_dim(given, t.rank());
    if (!dim) return dim.error();
    if (t.rank() > 0 && t.size(*dim) == 0) {
      return index_error(name + ": Expected reduction dim " + std::to_string(given) +
                         " to have non-zero size.");
    }
  }
  return std::nullopt;
}

// The rows to reduce: `count` rows of `length` elements, one behind the other.
template <class T>
struct Rows {
  const T* data;
  std::size_t count;
  std::size_t length;
};

// Sums in double, whatever the length: closer to the exact sum than PyTorch's float32 cascade.
void sum(const Rows<float>& rows, bool mean, float* out) {
  const float* element = rows.data;
  for (std::size_t row = 0; row < rows.count; ++row) {
    double total = 0;
    for (std::size_t i = 0; i < rows.length; ++i) total += static_cast<double>(*element++);
    if (mean) total /= static_cast<double>(rows.length);
    out[row] = static_cast<float>(total);
  }
}

void sum(const Rows<std::int64_t>& rows, std::int64_t* out) {
  const std::int64_t* element = rows.data;
  for (std::size_t row = 0; row < rows.count; ++row) {
    std::uint64_t total = 0;  // wraps around
    for (std::size_t i = 0; i < rows.length; ++i) total += static_cast<std::uint64_t>(*element++);
    out[row] = static_cast<std::int64_t>(total);
  }
}

template <class T>
bool is_nan(T value) {
  return value != value;
}

// Rows are not empty. nan wins.
template <class T>
void extreme(const Rows<T>& rows, bool largest, T* out) {
  const T* element = rows.data;
  for (std::size_t row = 0; row < rows.count; ++row) {
    T best = *element;
    for (std::size_t i = 0; i < rows.length; ++i, ++element) {
      const bool better = largest ? *element > best : *element < best;
      if (better || is_nan(*element)) best = *element;
      if (is_nan(best)) {
        element += rows.length - i;
        break;
      }
    }
    out[row] = best;
  }
}

void all_or_any(const Rows<bool>& rows, bool all, bool* out) {
  const bool* element = rows.data;
  for (std::size_t row = 0; row < rows.count; ++row) {
    bool result = all;
    for (std::size_t i = 0; i < rows.length; ++i, ++element) {
      result = all ? result && *element : result || *element;
    }
    out[row] = result;
  }
}

// The dtype in which the op runs; the result has it as well.
DType working_dtype(Reduction op, DType dtype) {
  switch (op) {
    case Reduction::sum:
      return dtype == DType::boolean ? DType::int64 : dtype;
    case Reduction::all:
    case Reduction::any:
      return DType::boolean;
    default:
      return dtype;
  }
}

template <class T>
void compute(Reduction op, const Rows<T>& rows, T* out) {
  switch (op) {
    case Reduction::sum:
    case Reduction::mean:
      if constexpr (std::is_same_v<T, float>) sum(rows, op == Reduction::mean, out);
      if constexpr (std::is_same_v<T, std::int64_t>) sum(rows, out);
      break;
    case Reduction::amax:
    case Reduction::amin:
      extreme(rows, op == Reduction::amax, out);
      break;
    case Reduction::all:
    case Reduction::any:
      if constexpr (std::is_same_v<T, bool>) all_or_any(rows, op == Reduction::all, out);
      break;
  }
}

}  // namespace

Result<Tensor> reduce(Reduction op, const Tensor& t, const std::vector<std::int64_t>& dims,
                      bool keepdim) {
  if (op == Reduction::mean && t.dtype() != DType::float32) {
    return runtime_error(
        std::string("mean(): could not infer output dtype. Input dtype must be either a floating "
                    "point or complex dtype. Got: ") +
        scalar_type_name(t.dtype()));
  }
  if (op == Reduction::amax || op == Reduction::amin) {
    if (const auto error = check_not_empty(op, t, dims)) return *error;
  }
  const auto reduced = reduced_dims(t, dims);
  if (!reduced) return reduced.error();

  // The dims that stay, then the reduced ones: each result element reads one row.
  Sizes row_major;
  Strides strides;
  Sizes result_sizes;
  std::size_t length = 1;
  for (const bool wanted : {false, true}) {
    for (std::size_t d = 0; d < t.sizes().size(); ++d) {
      if ((*reduced)[d] != wanted) continue;
      row_major.push_back(t.sizes()[d]);
      strides.push_back(t.strides()[d]);
      if (wanted) length *= static_cast<std::size_t>(t.sizes()[d]);
    }
  }
  for (std::size_t d = 0; d < t.sizes().size(); ++d) {
    if (!(*reduced)[d]) result_sizes.push_back(t.sizes()[d]);
    if ((*reduced)[d] && keepdim) result_sizes.push_back(1);
  }
  if (const auto count = numel(t.sizes()); !count) return count.error();

  const DType dtype = working_dtype(op, t.dtype());
  const Tensor rows = to(t.as_strided(row_major, strides, t.offset()), dtype);
  Tensor result = Tensor::empty(result_sizes, dtype);
  visit(dtype, [&](auto zero) {
    using T = decltype(zero);
    const FlatElements<T> elements(rows, contiguous_layout(row_major));
    const auto count = static_cast<std::size_t>(result.numel());
    compute(op, Rows<T>{elements.data(), count, length}, data_of<T>(result));
  });
  return result;
}

}  // namespace mha
