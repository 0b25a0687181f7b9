// Matrix products: matmul of any ranks, bmm, mm, linear. Simple loops: each result element is
// summed in float32 with k ascending from 0, as PyTorch without a tuned BLAS does. The fast kernel
// for large sizes is not here.
#include <string>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"
#include "tensor/moving.h"

namespace mha {
namespace {

// out (B, n, m) += a (B, n, k) @ b (B, k, m), all contiguous. T wraps around for integers.
template <class T>
void multiply(const T* a, const T* b, T* out, const Sizes& nkm, std::int64_t batches) {
  const std::int64_t n = nkm[0];
  const std::int64_t k = nkm[1];
  const std::int64_t m = nkm[2];
  for (std::int64_t batch = 0; batch < batches; ++batch, b += k * m) {
    for (std::int64_t i = 0; i < n; ++i, out += m) {
      for (std::int64_t l = 0; l < k; ++l) {
        const T factor = *a++;
        const T* const row = b + l * m;
        for (std::int64_t j = 0; j < m; ++j) out[j] += factor * row[j];
      }
    }
  }
}

// a (…, n, k) and b (…, k, m) with the same batch dims, sizes checked, float32 or int64 both.
Tensor product(const Tensor& a, const Tensor& b) {
  Sizes sizes = a.sizes();
  const std::int64_t k = sizes.back();
  const std::int64_t n = sizes[sizes.size() - 2];
  const std::int64_t m = b.sizes().back();
  sizes.back() = m;
  Tensor result = Tensor::empty(sizes, a.dtype());
  std::int64_t batches = 1;
  for (std::size_t d = 0; d + 2 < sizes.size(); ++d) batches *= sizes[d];
  if (a.dtype() == DType::float32) {
    const FlatElements<float> left(a, contiguous_layout(a.sizes()));
    const FlatElements<float> right(b, contiguous_layout(b.sizes()));
    multiply(left.data(), right.data(), data_of<float>(result), {n, k, m}, batches);
  } else {
    const FlatElements<std::int64_t> left(a, contiguous_layout(a.sizes()));
    const FlatElements<std::int64_t> right(b, contiguous_layout(b.sizes()));
    const auto bits = [](const std::int64_t* integers) {
      return reinterpret_cast<const std::uint64_t*>(integers);
    };
    multiply(bits(left.data()), bits(right.data()),
             reinterpret_cast<std::uint64_t*>(data_of<std::int64_t>(result)), {n, k, m}, batches);
  }
  return result;
}

// What the kernels ask of dtypes. They are not asked where there is nothing to compute.
std::optional<Error> check_dtypes(const Tensor& a, const Tensor& b, const char* kernel) {
  if (a.dtype() == DType::boolean) return not_implemented(kernel, DType::boolean);
  if (a.dtype() != b.dtype()) {
    return runtime_error("expected scalar type {} but found {}",
                         {scalar_type_name(a.dtype()), scalar_type_name(b.dtype())});
  }
  return std::nullopt;
}

std::string times(std::int64_t rows, std::int64_t columns) {
  return sentence("{}x{}", {rows, columns});
}

Error not_a_match(const Tensor& a, const Tensor& b) {
  return runtime_error("mat1 and mat2 shapes cannot be multiplied ({} and {})",
                       {times(a.size(0), a.size(1)), times(b.size(0), b.size(1))});
}

// The result where one of the sizes n, k, m (or the batch) is 0: zeros or nothing, of a's dtype.
bool is_trivial(const Tensor& a, const Tensor& b) { return a.numel() == 0 || b.numel() == 0; }

Result<Tensor> trivial(Sizes sizes, DType dtype) {
  if (const auto count = numel(sizes); !count) return count.error();
  return Tensor::empty(sizes, dtype);
}

// --- the vector forms ---------------------------------------------------------------------------

Result<Tensor> dot(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype()) {
    return runtime_error("dot : expected both vectors to have same dtype, but found {} and {}",
                         {scalar_type_name(a.dtype()), scalar_type_name(b.dtype())});
  }
  if (a.size(0) != b.size(0)) {
    const std::int64_t in_a = a.size(0);
    const std::int64_t in_b = b.size(0);
    return runtime_error(
        "inconsistent tensor size, expected tensor [{}] and src [{}] to have the same number of "
        "elements, but got {} and {} elements respectively",
        {in_a, in_b, in_a, in_b});
  }
  if (a.dtype() == DType::boolean) return not_implemented("dot", DType::boolean);
  return product(broadcast_to(a, {1, a.size(0)}), *unsqueeze(b, 1)).as_strided({}, {}, 0);
}

// (n, k) @ (k) → (n)
Result<Tensor> mv(const Tensor& a, const Tensor& b) {
  const std::int64_t n = a.size(0);
  if (a.size(1) != b.size(0)) {
    return runtime_error("size mismatch, got {}, {},{}", {n, times(n, a.size(1)), b.size(0)});
  }
  if (is_trivial(a, b)) return trivial({n}, a.dtype());
  if (const auto error = check_dtypes(a, b, "addmv_impl_cpu")) return *error;
  return product(a, *unsqueeze(b, 1)).as_strided({n}, {1}, 0);
}

// --- matmul -------------------------------------------------------------------------------------

// ATen multiplies a tensor of rank >= 3 by a matrix or vector as one matrix with all its rows,
// except where the last two dims lie transposed in memory. Which way shows in the error texts.
bool folds(const Tensor& t, std::int64_t other_rank) {
  if (t.rank() < 3 || other_rank > 2) return false;
  const bool transposed = t.rank() == 3 && other_rank == 2 && t.strides().back() != 1 &&
                          t.strides().front() == t.size(1) * t.size(2);
  return !transposed;
}

// (…, n, k) → (… · n, k)
Tensor all_rows(const Tensor& t) {
  std::int64_t rows = 1;
  for (std::size_t d = 0; d + 1 < t.sizes().size(); ++d) rows *= t.sizes()[d];
  return resized(t, {rows, t.sizes().back()});
}

// t (…, n, k) times a matrix (k, m) or a vector (k).
Result<Tensor> folded(const Tensor& t, const Tensor& other) {
  const Tensor rows = all_rows(t);
  const auto result = other.rank() == 2 ? mm(rows, other) : mv(rows, other);
  if (!result) return result.error();
  Sizes sizes(t.sizes().begin(), t.sizes().end() - 1);
  if (other.rank() == 2) sizes.push_back(other.size(1));
  return resized(*result, sizes);
}

// The vector or matrix `a` times b (…, k, m), as (bᵀ aᵀ)ᵀ.
Result<Tensor> folded_from_left(const Tensor& a, const Tensor& b) {
  const auto transposed = matrix_transpose(b);
  if (!transposed) return transposed.error();
  if (a.rank() == 1) return folded(*transposed, a);
  const auto other = t2d(a);
  if (!other) return other.error();
  const auto result = folded(*transposed, *other);
  if (!result) return result.error();
  const auto back = matrix_transpose(*result);
  if (!back) return back.error();
  return fresh_copy(*back, back->sizes());
}

// Any ranks, by bmm. A vector is a row on the left, a column on the right, and goes away again.
Result<Tensor> batched(const Tensor& a, const Tensor& b) {
  const Tensor left = a.rank() == 1 ? *unsqueeze(a, 0) : a;
  const Tensor right = b.rank() == 1 ? *unsqueeze(b, 1) : b;
  const Sizes left_batch(left.sizes().begin(), left.sizes().end() - 2);
  const Sizes right_batch(right.sizes().begin(), right.sizes().end() - 2);
  const auto batch = broadcast_sizes(left_batch, right_batch);
  if (!batch) return batch.error();
  const auto batches = numel(*batch);
  if (!batches) return batches.error();
  // (batch dims as one, rows, columns), which shares memory where it can
  const auto as_batch = [&](const Tensor& t) {
    const std::int64_t rows = t.size(t.rank() - 2);
    const std::int64_t columns = t.size(t.rank() - 1);
    Sizes sizes = *batch;
    sizes.push_back(rows);
    sizes.push_back(columns);
    return resized(broadcast_to(t, sizes), {*batches, rows, columns});
  };
  const auto result = bmm(as_batch(left), as_batch(right));
  if (!result) return result.error();
  Sizes sizes = *batch;
  if (a.rank() > 1) sizes.push_back(result->size(1));
  if (b.rank() > 1) sizes.push_back(result->size(2));
  return resized(*result, sizes);
}

// Bias added as addmm does it: (n, m) + bias broadcast to it.
std::optional<Error> check_addmm(const Tensor& bias, const Tensor& a, const Tensor& b) {
  if (bias.dtype() != b.dtype()) return runtime_error("self and mat2 must have the same dtype");
  if (a.dtype() != b.dtype()) return runtime_error("mat1 and mat2 must have the same dtype");
  if (b.rank() != 2) {
    return runtime_error("mat2 must be a matrix, got {}-D tensor", {b.rank()});
  }
  if (a.size(1) != b.size(0)) return not_a_match(a, b);
  if (const auto fits = expand(bias, {a.size(0), b.size(1)}); !fits) return fits.error();
  return std::nullopt;
}

// In place. Not arithmetic_: a layer that is no learner's program would link all of arithmetic.
Result<Tensor> add_bias(const Tensor& result, const Tensor& bias) {
  const auto sizes = broadcast_sizes(result.sizes(), bias.sizes());
  if (!sizes) return sizes.error();
  if (*sizes != result.sizes()) {
    return runtime_error("output with shape {} doesn't match the broadcast shape {}",
                         {result.sizes(), *sizes});
  }
  const auto wide = expand(bias, result.sizes());
  if (!wide) return wide.error();
  const Tensor added = contiguous(to(*wide, result.dtype()));
  visit(result.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* const out = data_of<T>(result);
    const T* const in = data_of<T>(added);
    const auto count = static_cast<std::size_t>(result.numel());
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<T>(out[i] + in[i]);
  });
  return result;
}

}  // namespace

Result<Tensor> mm(const Tensor& a, const Tensor& b) {
  if (a.rank() != 2) return runtime_error("self must be a matrix");
  if (b.rank() != 2) return runtime_error("mat2 must be a matrix");
  if (a.size(1) != b.size(0)) return not_a_match(a, b);
  const Sizes sizes{a.size(0), b.size(1)};
  if (is_trivial(a, b)) return trivial(sizes, a.dtype());
  if (const auto count = numel(sizes); !count) return count.error();
  if (const auto error = check_dtypes(a, b, "addmm_impl_cpu_")) return *error;
  return product(a, b);
}

Result<Tensor> bmm(const Tensor& a, const Tensor& b) {
  if (a.rank() != 3) return runtime_error("batch1 must be a 3D tensor");
  if (b.rank() != 3) return runtime_error("batch2 must be a 3D tensor");
  if (a.size(0) != b.size(0) || a.size(2) != b.size(1)) {
    return runtime_error(
        "Expected size for first two dimensions of batch2 tensor to be: {} but got: {}.",
        {to_string({a.size(0), a.size(2)}), to_string({b.size(0), b.size(1)})});
  }
  const Sizes sizes{a.size(0), a.size(1), b.size(2)};
  if (is_trivial(a, b)) return trivial(sizes, a.dtype());
  if (const auto count = numel(sizes); !count) return count.error();
  // ATen has a kernel of its own for small products and uses mm for the others.
  const bool small = a.size(1) * a.size(2) * b.size(2) < 400;
  if (const auto error = check_dtypes(a, b, small ? "bmm" : "addmm_impl_cpu_")) return *error;
  return product(a, b);
}

Result<Tensor> matmul(const Tensor& a, const Tensor& b) {
  if (a.rank() == 0 || b.rank() == 0) {
    return runtime_error(
        "both arguments to matmul need to be at least 1D, but they are {}D and {}D",
        {a.rank(), b.rank()});
  }
  if (a.rank() == 1 && b.rank() == 1) return dot(a, b);
  if (a.rank() == 2 && b.rank() == 1) return mv(a, b);
  if (a.rank() == 2 && b.rank() == 2) return mm(a, b);
  if (a.rank() == 1 && b.rank() == 2) {
    const auto row = mm(*unsqueeze(a, 0), b);
    if (!row) return row.error();
    return squeeze(*row, 0);
  }
  if (folds(a, b.rank())) return folded(a, b);
  if (folds(b, a.rank())) return folded_from_left(a, b);
  return batched(a, b);
}

Result<Tensor> linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
  const auto transposed = t2d(weight);
  if (!transposed) return transposed.error();
  // ATen's fused form, for a matrix and for a contiguous batch of them: other checks, same numbers.
  if (bias && (x.rank() == 2 || (x.rank() == 3 && x.is_contiguous()))) {
    if (const auto error = check_addmm(*bias, all_rows(x), *transposed)) return *error;
  }
  const auto result = matmul(x, *transposed);
  if (!result || !bias) return result;
  return add_bias(*result, *bias);
}

}  // namespace mha
