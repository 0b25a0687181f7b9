// Ops along one dim that keep or index its elements: softmax, cumsum, max and min with indices.
// Reductions are in computing_reduce.cpp.
#include <algorithm>
#include <cmath>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"

namespace mha {
namespace {

// A contiguous tensor seen as (outer, size, inner) around one dim.
struct Along {
  std::size_t outer = 1;
  std::size_t size = 1;
  std::size_t inner = 1;

  Along(const Sizes& sizes, std::int64_t dim) {
    const auto at = static_cast<std::size_t>(dim);
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      (d < at ? outer : d == at ? size : inner) *= static_cast<std::size_t>(sizes[d]);
    }
  }

  // Calls body(position of the line's first element, number of the line) for each line.
  template <class Body>
  void each_line(Body body) const {
    for (std::size_t line = 0; line < outer * inner; ++line) {
      body(line / inner * size * inner + line % inner, line);
    }
  }
};

// In float32, in this order: the largest element, exp(x - largest) and their sum, the quotient.
// A line of -inf only gives nan (-inf minus -inf), as in PyTorch.
void softmax_line(const float* x, float* out, std::size_t size, std::size_t step) {
  float largest = x[0];
  for (std::size_t i = 1; i < size; ++i) {
    const float value = x[i * step];
    if (value > largest || std::isnan(value)) largest = value;
  }
  float total = 0;
  for (std::size_t i = 0; i < size; ++i) {
    out[i * step] = std::exp(x[i * step] - largest);
    total += out[i * step];
  }
  for (std::size_t i = 0; i < size; ++i) out[i * step] /= total;
}

enum class Extreme { largest, smallest };

// Where the extreme of each line is. The first of equals wins; the first nan wins over all.
template <class T>
void find_extremes(Extreme which, const Tensor& t, const Along& along, std::int64_t* indices) {
  const FlatElements<T> elements(t, contiguous_layout(t.sizes()));
  along.each_line([&](std::size_t start, std::size_t line) {
    const T* const first = elements.data() + start;
    std::size_t best = 0;
    for (std::size_t i = 0; i < along.size; ++i) {
      const T value = first[i * along.inner];
      const T so_far = first[best * along.inner];
      if (so_far != so_far) break;
      if (value != value || (which == Extreme::largest ? value > so_far : value < so_far)) best = i;
    }
    indices[line] = static_cast<std::int64_t>(best);
  });
}

Result<ValuesAndIndices> extreme(Extreme which, const Tensor& t, std::int64_t dim, bool keepdim) {
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  if (t.rank() > 0 && t.size(*wrapped) == 0) {
    return index_error("{}(): Expected reduction dim {} to have non-zero size.",
                       {which == Extreme::largest ? "max" : "min", *wrapped});
  }
  if (const auto count = numel(t.sizes()); !count) return count.error();
  Sizes sizes = t.sizes();
  if (t.rank() > 0) {
    if (keepdim) {
      sizes[static_cast<std::size_t>(*wrapped)] = 1;
    } else {
      sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(*wrapped));
    }
  }
  ValuesAndIndices result{Tensor::empty(sizes, t.dtype()), Tensor::empty(sizes, DType::int64)};
  std::int64_t* const indices = data_of<std::int64_t>(result.indices);
  const Along along(t.sizes(), *wrapped);
  if (t.dtype() == DType::float32) {
    find_extremes<float>(which, t, along, indices);
  } else {
    find_extremes<std::int64_t>(which, to(t, DType::int64), along, indices);
  }
  const std::vector<std::int64_t> positions = t.positions();
  along.each_line([&](std::size_t start, std::size_t line) {
    const std::size_t chosen = start + static_cast<std::size_t>(indices[line]) * along.inner;
    result.values.storage().copy_value(static_cast<std::int64_t>(line), t.storage(),
                                       positions[chosen]);
  });
  return result;
}

}  // namespace

Result<Tensor> softmax(const Tensor& t, std::int64_t dim) {
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  if (t.dtype() != DType::float32) {
    const bool last = *wrapped == std::max<std::int64_t>(t.rank() - 1, 0);
    return not_implemented(last ? "softmax_lastdim_kernel_impl" : "softmax_kernel_impl", t.dtype());
  }
  if (const auto count = numel(t.sizes()); !count) return count.error();
  Tensor result = Tensor::empty(t.sizes(), DType::float32);
  if (result.numel() == 0) return result;
  const FlatElements<float> elements(t, contiguous_layout(t.sizes()));
  float* const out = data_of<float>(result);
  const Along along(t.sizes(), *wrapped);
  along.each_line([&](std::size_t start, std::size_t) {
    softmax_line(elements.data() + start, out + start, along.size, along.inner);
  });
  return result;
}

Result<Tensor> cumsum(const Tensor& t, std::int64_t dim) {
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  if (const auto count = numel(t.sizes()); !count) return count.error();
  const bool floats = t.dtype() == DType::float32;
  const Tensor x = floats ? t : to(t, DType::int64);
  Tensor result = Tensor::empty(x.sizes(), x.dtype());
  const Along along(x.sizes(), *wrapped);
  // Sums in double, as PyTorch's, or in integers that wrap around.
  const auto run = [&]<class T, class Total>(T, Total) {
    const FlatElements<T> elements(x, contiguous_layout(x.sizes()));
    T* const out = data_of<T>(result);
    along.each_line([&](std::size_t start, std::size_t) {
      Total total = 0;
      for (std::size_t i = 0; i < along.size; ++i) {
        const std::size_t position = start + i * along.inner;
        total += static_cast<Total>(elements.data()[position]);
        out[position] = static_cast<T>(total);
      }
    });
  };
  if (floats) {
    run(float{}, double{});
  } else {
    run(std::int64_t{}, std::uint64_t{});
  }
  return result;
}

Result<ValuesAndIndices> max(const Tensor& t, std::int64_t dim, bool keepdim) {
  return extreme(Extreme::largest, t, dim, keepdim);
}

Result<ValuesAndIndices> min(const Tensor& t, std::int64_t dim, bool keepdim) {
  return extreme(Extreme::smallest, t, dim, keepdim);
}

}  // namespace mha
