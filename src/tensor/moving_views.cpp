// The moving ops that rearrange whole tensors without a copy: view, transpose, expand … and reshape
// and flatten, which fall back to a copy. Taking pieces is in moving_pieces.cpp.
#include <algorithm>

#include "tensor/moving.h"

namespace mha {
namespace {

std::size_t at(std::int64_t dim) { return static_cast<std::size_t>(dim); }

Result<std::vector<std::int64_t>> wrap_dims(const std::vector<std::int64_t>& dims,
                                            std::int64_t rank) {
  std::vector<std::int64_t> wrapped;
  for (const std::int64_t dim : dims) {
    const auto one = wrap_dim(dim, rank);
    if (!one) return one.error();
    wrapped.push_back(*one);
  }
  return wrapped;
}

bool has_repeats(const std::vector<std::int64_t>& dims) {
  for (auto dim = dims.begin(); dim != dims.end(); ++dim) {
    if (std::find(dims.begin(), dim, *dim) != dim) return true;
  }
  return false;
}

// Dim i of the result is dim order[i] of t; `order` is a permutation of t's dims.
Tensor reordered(const Tensor& t, const std::vector<std::int64_t>& order) {
  Sizes sizes;
  Strides strides;
  for (const std::int64_t dim : order) {
    sizes.push_back(t.sizes()[at(dim)]);
    strides.push_back(t.strides()[at(dim)]);
  }
  return t.as_strided(std::move(sizes), std::move(strides), t.offset());
}

// `sizes` without -1 and of the right count for t.
Result<Sizes> checked_sizes(const Tensor& t, const Sizes& sizes) {
  auto inferred = infer_size(sizes, t.numel());
  if (!inferred) return inferred;
  const auto count = numel(*inferred);  // without elements, sizes can still be too large
  if (!count) return count.error();
  return inferred;
}

// The type as PyTorch's expand names it; its spelling for bool is really another one.
const char* legacy_type_name(DType dtype) {
  switch (dtype) {
    case DType::int64:
      return "torch.LongTensor";
    case DType::boolean:
      return "CPUBoolType";
    case DType::float32:
      break;
  }
  return "torch.FloatTensor";
}

}  // namespace

Result<Tensor> view(const Tensor& t, const Sizes& sizes) {
  const auto inferred = checked_sizes(t, sizes);
  if (!inferred) return inferred.error();
  const auto strides = compute_stride(t.sizes(), t.strides(), *inferred);
  if (!strides) {
    return runtime_error(
        "view size is not compatible with input tensor's size and stride (at least one dimension "
        "spans across two contiguous subspaces). Use .reshape(...) instead.");
  }
  return t.as_strided(*inferred, *strides, t.offset());
}

Result<Tensor> reshape(const Tensor& t, const Sizes& sizes) {
  const auto inferred = checked_sizes(t, sizes);
  if (!inferred) return inferred.error();
  const auto strides = compute_stride(t.sizes(), t.strides(), *inferred);
  if (strides) return t.as_strided(*inferred, *strides, t.offset());
  return view(contiguous(t), *inferred);
}

Result<Tensor> flatten(const Tensor& t, std::int64_t start, std::int64_t end) {
  const auto first = wrap_dim(start, t.rank());
  if (!first) return first.error();
  const auto last = wrap_dim(end, t.rank());
  if (!last) return last.error();
  if (*first > *last) {
    return runtime_error("flatten() has invalid args: start_dim cannot come after end_dim");
  }
  if (t.rank() == 0) return reshape(t, {1});
  if (*first == *last) return t;
  Sizes sizes(t.sizes().begin(), t.sizes().begin() + *first);
  std::int64_t together = 1;
  for (std::int64_t dim = *first; dim <= *last; ++dim) together *= t.size(dim);
  sizes.push_back(together);
  sizes.insert(sizes.end(), t.sizes().begin() + *last + 1, t.sizes().end());
  return reshape(t, sizes);
}

Result<Tensor> unflatten(const Tensor& t, std::int64_t dim, const Sizes& sizes) {
  if (sizes.empty()) return runtime_error("unflatten: sizes must be non-empty");
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  if (t.rank() == 0) return index_error("Dimension specified as 0 but tensor has no dimensions");
  const std::int64_t size = t.size(*wrapped);
  const auto inferred = infer_size(sizes, size);
  if (!inferred) {
    // PyTorch rewords two of infer_size's errors here and leaves the others alone.
    const std::string& text = inferred.error().text;
    if (text.find("is invalid for input of size") != std::string::npos) {
      return runtime_error(
          "unflatten: Provided sizes {} don't multiply up to the size of dim {} ({}) in the input "
          "tensor",
          {sizes, *wrapped, size});
    }
    if (text.find("only one dimension") != std::string::npos) {
      return runtime_error("unflatten got an unexpected error:\n{}", {text});
    }
    return inferred.error();
  }
  Sizes result = t.sizes();
  const auto place = result.erase(result.begin() + *wrapped);
  result.insert(place, inferred->begin(), inferred->end());
  return view(t, result);
}

Result<Tensor> transpose(const Tensor& t, std::int64_t dim0, std::int64_t dim1) {
  const auto dims = wrap_dims({dim0, dim1}, t.rank());
  if (!dims) return dims.error();
  if (t.rank() == 0) return t;
  Sizes sizes = t.sizes();
  Strides strides = t.strides();
  std::swap(sizes[at((*dims)[0])], sizes[at((*dims)[1])]);
  std::swap(strides[at((*dims)[0])], strides[at((*dims)[1])]);
  return t.as_strided(std::move(sizes), std::move(strides), t.offset());
}

Result<Tensor> permute(const Tensor& t, const std::vector<std::int64_t>& dims) {
  if (dims.size() != t.sizes().size()) {
    return runtime_error(
        "permute(sparse_coo): number of dimensions in the tensor input does not match the length "
        "of the desired ordering of dimensions i.e. input.dim() = {} is not equal to len(dims) = "
        "{}",
        {t.rank(), dims.size()});
  }
  std::vector<std::int64_t> order;
  for (const std::int64_t dim : dims) {
    const auto wrapped = wrap_dim(dim, t.rank());
    if (!wrapped) return wrapped.error();
    if (std::find(order.begin(), order.end(), *wrapped) != order.end()) {
      return runtime_error("permute(): duplicate dims are not allowed.");
    }
    order.push_back(*wrapped);
  }
  return reordered(t, order);
}

Result<Tensor> movedim(const Tensor& t, const std::vector<std::int64_t>& source,
                       const std::vector<std::int64_t>& destination) {
  if (source.size() != destination.size()) {
    return runtime_error(
        "movedim: Invalid source or destination dims: source ({} dims) should contain the same "
        "number of dims as destination ({} dims)",
        {source, destination});
  }
  const auto from = wrap_dims(source, t.rank());
  if (!from) return from.error();
  const auto to = wrap_dims(destination, t.rank());
  if (!to) return to.error();
  if (has_repeats(*from)) {
    return runtime_error("movedim: repeated dim in `source` ({})", {source});
  }
  if (has_repeats(*to)) {
    return runtime_error("movedim: repeated dim in `destination` ({})", {destination});
  }
  if (t.rank() == 0) return t;
  std::vector<std::int64_t> order(t.sizes().size(), -1);
  for (std::size_t i = 0; i < from->size(); ++i) order[at((*to)[i])] = (*from)[i];
  std::int64_t next = 0;  // the dims that were not named keep their order
  for (std::int64_t& dim : order) {
    if (dim != -1) continue;
    while (std::find(from->begin(), from->end(), next) != from->end()) ++next;
    dim = next++;
  }
  return reordered(t, order);
}

Result<Tensor> squeeze(const Tensor& t) {
  Sizes sizes;
  Strides strides;
  for (std::size_t i = 0; i < t.sizes().size(); ++i) {
    if (t.sizes()[i] == 1) continue;
    sizes.push_back(t.sizes()[i]);
    strides.push_back(t.strides()[i]);
  }
  return t.as_strided(std::move(sizes), std::move(strides), t.offset());
}

Result<Tensor> squeeze(const Tensor& t, std::int64_t dim) {
  const auto wrapped = wrap_dim(dim, t.rank());
  if (!wrapped) return wrapped.error();
  if (t.rank() == 0 || t.size(*wrapped) != 1) return t;
  Sizes sizes = t.sizes();
  Strides strides = t.strides();
  sizes.erase(sizes.begin() + *wrapped);
  strides.erase(strides.begin() + *wrapped);
  return t.as_strided(std::move(sizes), std::move(strides), t.offset());
}

Result<Tensor> unsqueeze(const Tensor& t, std::int64_t dim) {
  const auto wrapped = wrap_dim(dim, t.rank() + 1);
  if (!wrapped) return wrapped.error();
  Sizes sizes = t.sizes();
  Strides strides = t.strides();
  const std::int64_t stride =
      *wrapped == t.rank() ? 1 : sizes[at(*wrapped)] * strides[at(*wrapped)];
  sizes.insert(sizes.begin() + *wrapped, 1);
  strides.insert(strides.begin() + *wrapped, stride);
  return t.as_strided(std::move(sizes), std::move(strides), t.offset());
}

Result<Tensor> expand(const Tensor& t, const Sizes& sizes) {
  const std::size_t rank = sizes.size();
  const std::size_t own = t.sizes().size();
  if (rank < own) {
    return runtime_error(
        "expand({}{{}}, size={}): the number of sizes provided ({}) must be greater or equal to "
        "the number of dimensions in the tensor ({})",
        {legacy_type_name(t.dtype()), t.sizes(), sizes, rank, own});
  }
  Sizes result = sizes;
  Strides strides(rank, 0);  // all 0 for a tensor of rank 0, even where the size is 1
  for (std::size_t i = rank; own > 0 && i-- > 0;) {
    const bool exists = i + own >= rank;
    const std::size_t dim = exists ? i + own - rank : 0;
    const std::int64_t size = exists ? t.sizes()[dim] : 1;
    strides[i] = exists ? t.strides()[dim] : result[i + 1] * strides[i + 1];
    if (result[i] == -1) {
      if (!exists) {
        return runtime_error(
            "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing "
            "dimension {}",
            {i});
      }
      result[i] = size;
    }
    if (result[i] == size) continue;
    if (size != 1) {
      return runtime_error(
          "The expanded size of the tensor ({}) must match the existing size ({}) at non-singleton "
          "dimension {}.  Target sizes: {}.  Tensor sizes: {}",
          {result[i], size, i, sizes, t.sizes()});
    }
    strides[i] = 0;
  }
  // What PyTorch says of a negative size, unless the tensor has no elements: then it lets it pass.
  if (std::any_of(result.begin(), result.end(), [](std::int64_t size) { return size < 0; })) {
    return runtime_error("numel: integer multiplication overflow");
  }
  const auto count = numel(result);
  if (!count) return count.error();
  return t.as_strided(std::move(result), std::move(strides), t.offset());
}

Result<Tensor> t2d(const Tensor& t) {
  if (t.rank() > 2) {
    return runtime_error("t() expects a tensor with <= 2 dimensions, but self is {}D", {t.rank()});
  }
  return reverse_dims(t);
}

Tensor reverse_dims(const Tensor& t) {
  Sizes sizes(t.sizes().rbegin(), t.sizes().rend());
  Strides strides(t.strides().rbegin(), t.strides().rend());
  return t.as_strided(std::move(sizes), std::move(strides), t.offset());
}

Result<Tensor> matrix_transpose(const Tensor& t) {
  if (t.rank() == 1) {
    return runtime_error(
        "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.");
  }
  return t.rank() == 0 ? t : transpose(t, -2, -1);
}

}  // namespace mha
