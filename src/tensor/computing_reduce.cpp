// Reductions over dims: sum, mean, amax, amin, all, any. Ops along one dim that keep or index its
// elements (softmax, cumsum, max with indices) are in computing_along.cpp.
#include <algorithm>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"

namespace mha {
namespace {

// The dims, wrapped, as a 1 for each dim of t that goes, else 0. No dims: all of them. (Numbers, as
// std::vector<bool> weighs 3 KB.)
Result<Sizes> reduced_dims(const Tensor& t, const std::vector<std::int64_t>& dims) {
  std::vector<std::int64_t> wrapped;  // all of them before any is looked at, as in PyTorch
  for (const std::int64_t given : dims) {
    const auto dim = wrap_dim(given, t.rank());
    if (!dim) return dim.error();
    wrapped.push_back(*dim);
  }
  // A tensor of rank 0 takes dim 0, once.
  Sizes reduced(std::max<std::size_t>(t.sizes().size(), 1), dims.empty() ? 1 : 0);
  for (const std::int64_t dim : wrapped) {
    const auto d = static_cast<std::size_t>(dim);
    if (reduced[d] != 0) {
      return runtime_error("dim {} appears multiple times in the list of dims", {dim});
    }
    reduced[d] = 1;
  }
  return reduced;
}

// amax and amin of nothing.
std::optional<Error> check_not_empty(Reduction op, const Tensor& t,
                                     const std::vector<std::int64_t>& dims) {
  const std::string name = op == Reduction::amax ? "amax()" : "amin()";
  if (t.numel() == 0 && dims.empty()) {
    return runtime_error(
        "{}: Expected reduction dim to be specified for input.numel() == 0. Specify the reduction "
        "dim with the 'dim' argument.",
        {name});
  }
  for (const std::int64_t given : dims) {
    const auto dim = wrap_dim(given, t.rank());
    if (!dim) return dim.error();
    if (t.rank() > 0 && t.size(*dim) == 0) {
      return index_error("{}: Expected reduction dim {} to have non-zero size.", {name, given});
    }
  }
  return std::nullopt;
}

// One row, not empty for amax and amin. Sums in Total: in double, closer to the exact sum than
// PyTorch's float32 cascade, or in integers that wrap around. nan wins in amax and amin.
template <class T, class Total>
T reduced_row(Reduction op, const T* row, std::size_t length) {
  if (op == Reduction::sum || op == Reduction::mean) {
    Total total = 0;
    for (std::size_t i = 0; i < length; ++i) total += static_cast<Total>(row[i]);
    if (op == Reduction::mean) total /= static_cast<Total>(length);
    return static_cast<T>(total);
  }
  // Of 0 and 1, `all` is the smallest and `any` the largest.
  const bool largest = op == Reduction::amax || op == Reduction::any;
  T best = op == Reduction::all ? T{1} : op == Reduction::any ? T{0} : row[0];
  for (std::size_t i = 0; i < length && best == best; ++i) {
    const T value = row[i];
    if (value != value || (largest ? value > best : value < best)) best = value;
  }
  return best;
}

template <class T, class Total>
void compute(Reduction op, const Tensor& rows, std::size_t length, const Tensor& result) {
  const FlatElements<T> elements(rows, contiguous_layout(rows.sizes()));
  T* const out = data_of<T>(result);
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.numel()); ++i) {
    out[i] = reduced_row<T, Total>(op, elements.data() + i * length, length);
  }
}

}  // namespace

Result<Tensor> reduce(Reduction op, const Tensor& t, const std::vector<std::int64_t>& dims,
                      bool keepdim) {
  if (op == Reduction::mean && t.dtype() != DType::float32) {
    return runtime_error(
        "mean(): could not infer output dtype. Input dtype must be either a floating point or "
        "complex dtype. Got: {}",
        {scalar_type_name(t.dtype())});
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
  for (const std::int64_t wanted : {0, 1}) {
    for (std::size_t d = 0; d < t.sizes().size(); ++d) {
      if ((*reduced)[d] != wanted) continue;
      row_major.push_back(t.sizes()[d]);
      strides.push_back(t.strides()[d]);
      if (wanted == 1) length *= static_cast<std::size_t>(t.sizes()[d]);
    }
  }
  for (std::size_t d = 0; d < t.sizes().size(); ++d) {
    if ((*reduced)[d] == 0) result_sizes.push_back(t.sizes()[d]);
    if ((*reduced)[d] == 1 && keepdim) result_sizes.push_back(1);
  }
  if (const auto count = numel(t.sizes()); !count) return count.error();

  const bool truth = op == Reduction::all || op == Reduction::any;
  Tensor rows = t.as_strided(row_major, strides, t.offset());
  if (truth) rows = to(rows, DType::boolean);
  // The result's dtype; bool is computed in int64.
  const DType dtype =
      op == Reduction::sum && t.dtype() == DType::boolean ? DType::int64 : rows.dtype();
  if (dtype == DType::float32) {
    const Tensor result = Tensor::empty(result_sizes, DType::float32);
    compute<float, double>(op, rows, length, result);
    return result;
  }
  const Tensor result = Tensor::empty(result_sizes, DType::int64);
  compute<std::int64_t, std::uint64_t>(op, to(rows, DType::int64), length, result);
  return to(result, dtype);
}

}  // namespace mha
