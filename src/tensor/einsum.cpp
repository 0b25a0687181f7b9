// einsum, pair by pair from the left as ATen does it: each operand gets all dims of the equation
// (output first, then summed ones), and each pair becomes one bmm. So the result's strides are
// PyTorch's too: they are a permuted view of bmm's, and a later view may fail.
#include "tensor/einsum.h"

#include <algorithm>
#include <numeric>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"

namespace mha {
namespace {

using Dims = std::vector<std::size_t>;  // dims of the aligned operands

// t with its dims in the given order. dims[i] == kNoDim: a new dim of size 1.
constexpr std::size_t kNoDim = static_cast<std::size_t>(-1);
Tensor arranged(const Tensor& t, const Dims& dims) {
  Sizes sizes;
  Strides strides;
  for (const std::size_t dim : dims) {
    sizes.push_back(dim == kNoDim ? 1 : t.sizes()[dim]);
    strides.push_back(dim == kNoDim ? 1 : t.strides()[dim]);
  }
  return t.as_strided(std::move(sizes), std::move(strides), t.offset());
}

// The diagonal of two dims of equal size, in the place of the first; the second goes away.
Tensor diagonal(const Tensor& t, std::size_t first, std::size_t second) {
  Sizes sizes = t.sizes();
  Strides strides = t.strides();
  strides[first] += strides[second];
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(second));
  strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(second));
  return t.as_strided(std::move(sizes), std::move(strides), t.offset());
}

bool contains(const Dims& dims, std::size_t dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

std::int64_t product_of_sizes(const Tensor& t, const Dims& dims) {
  std::int64_t product = 1;
  for (const std::size_t dim : dims) product *= t.sizes()[dim];
  return product;
}

Result<Tensor> sum_out(const Tensor& t, const Dims& dims, bool keepdim) {
  if (dims.empty()) return t;
  return reduce(Reduction::sum, t, std::vector<std::int64_t>(dims.begin(), dims.end()), keepdim);
}

// a · b summed over `summed` (sizes other than 1 in both), which stay as dims of size 1.
Result<Tensor> contract(const Tensor& a, const Tensor& b, const Dims& summed) {
  if (summed.empty()) return arithmetic(Arithmetic::multiply, a, b);
  Dims both;  // in both operands and in the output: bmm's batch
  Dims only_a;
  Dims only_b;
  for (std::size_t d = 0; d < a.sizes().size(); ++d) {
    if (contains(summed, d)) continue;
    const bool in_a = a.sizes()[d] != 1;
    const bool in_b = b.sizes()[d] != 1;
    (in_a && in_b ? both : in_a ? only_a : only_b).push_back(d);
  }
  const auto joined = [](std::initializer_list<const Dims*> parts) {
    Dims dims;
    for (const Dims* part : parts) dims.insert(dims.end(), part->begin(), part->end());
    return dims;
  };
  const std::int64_t batch = product_of_sizes(a, both);
  const std::int64_t inner = product_of_sizes(a, summed);
  const Tensor left = resized(arranged(a, joined({&both, &only_a, &summed, &only_b})),
                              {batch, product_of_sizes(a, only_a), inner});
  const Tensor right = resized(arranged(b, joined({&both, &summed, &only_b, &only_a})),
                               {batch, inner, product_of_sizes(b, only_b)});
  const auto result = bmm(left, right);
  if (!result) return result.error();
  const Dims order = joined({&both, &only_a, &summed, &only_b});
  Sizes sizes;
  Dims place(order.size());  // of each dim in bmm's result
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t dim = order[i];
    sizes.push_back(contains(summed, dim) ? 1 : std::max(a.sizes()[dim], b.sizes()[dim]));
    if (a.sizes()[dim] == 0 || b.sizes()[dim] == 0) sizes.back() = 0;
    place[dim] = i;
  }
  return arranged(resized(*result, sizes), place);
}

// How the dims of all operands are aligned.
struct Alignment {
  std::vector<std::size_t> dim_of = std::vector<std::size_t>(kLetters, kNoDim);  // by subscript
  std::size_t ellipsis_at = 0;    // the ellipsis's first dim
  std::size_t ellipsis_dims = 0;  // of the operand where it covers most
  std::size_t output_dims = 0;    // these come first
  std::size_t dims = 0;           // all
};

// Counts subscripts and ellipsis dims, and checks them against the ranks.
Result<Counts> count_subscripts(const Equation& equation, const std::vector<Tensor>& operands,
                                Alignment& alignment) {
  Counts count(kLetters, 0);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::vector<Subscript>& subscripts = equation.operands[i];
    const auto rank = static_cast<std::size_t>(operands[i].rank());
    const bool ellipsis = contains(subscripts, kEllipsis);
    const std::size_t letters = subscripts.size() - (ellipsis ? 1 : 0);
    for (const Subscript s : subscripts) {
      if (s != kEllipsis) ++count[s];
    }
    if (ellipsis ? letters > rank : letters != rank) {
      return runtime_error(
          "einsum(): the number of subscripts in the equation ({}{}{}) for operand {}{}",
          {letters,
           (ellipsis ? ") is more than the number of dimensions ("
                     : ") does not match the number of dimensions ("),
           rank, i, (ellipsis ? "" : " and no ellipsis was given")});
    }
    if (ellipsis) alignment.ellipsis_dims = std::max(alignment.ellipsis_dims, rank - letters);
  }
  return count;
}

// The output's dims in its order, then the others; without "->" the ellipsis and then, in the
// order A–Z a–z, the letters that occur once.
void place_dims(const Equation& equation, const Counts& count, Alignment& alignment) {
  std::size_t next = 0;
  bool ellipsis_in_output = !equation.has_output;
  if (equation.has_output) {
    for (const Subscript s : equation.output) {
      if (s == kEllipsis) {
        alignment.ellipsis_at = next;
        next += alignment.ellipsis_dims;
        ellipsis_in_output = true;
      } else {
        alignment.dim_of[s] = next++;
      }
    }
  } else {
    next = alignment.ellipsis_dims;
    for (Subscript s = 0; s < kLetters; ++s) {
      if (count[s] == 1) alignment.dim_of[s] = next++;
    }
  }
  alignment.output_dims = next;
  if (!ellipsis_in_output) {
    alignment.ellipsis_at = next;
    next += alignment.ellipsis_dims;
  }
  for (Subscript s = 0; s < kLetters; ++s) {
    if (count[s] > 0 && alignment.dim_of[s] == kNoDim) alignment.dim_of[s] = next++;
  }
  alignment.dims = next;
}

Error does_not_broadcast(Subscript s, std::int64_t size, std::size_t operand, std::int64_t seen) {
  return runtime_error(
      "einsum(): subscript {} has size {} for operand {} which does not broadcast with previously "
      "seen size {}",
      {letter_of(s), size, operand, seen});
}

// Aligns the operands one after the other; remembers each dim's size.
class Aligner {
 public:
  explicit Aligner(const Alignment& alignment)
      : alignment_(alignment), size_(alignment.dims, 1), operands_with_(alignment.dims, 0) {}

  // How many operands have the dim with a size other than 1: when two are left, it can be summed.
  Counts& operands_with() { return operands_with_; }

  Result<Tensor> align(std::size_t number, Tensor t, const std::vector<Subscript>& subscripts) {
    Dims place(alignment_.dims, kNoDim);
    const std::size_t covered = static_cast<std::size_t>(t.rank()) + 1 - subscripts.size();
    std::size_t dim = 0;
    for (const Subscript s : subscripts) {
      if (s == kEllipsis) {
        for (std::size_t j = alignment_.ellipsis_dims - covered; j < alignment_.ellipsis_dims;
             ++j) {
          const std::size_t at = alignment_.ellipsis_at + j;
          if (!fits(at, t.sizes()[dim])) {
            // The missing space before "has" is PyTorch's.
            return runtime_error(
                "einsum(): dimension {} covered by ellipsis in operand {}has size {} which does "
                "not broadcast with previously seen ellipsis with size {} for the respective "
                "dimension",
                {dim, number, t.sizes()[dim], size_[at]});
          }
          place[at] = dim++;
        }
        continue;
      }
      const std::size_t at = alignment_.dim_of[s];
      if (place[at] == kNoDim) {
        if (!fits(at, t.sizes()[dim])) {
          return does_not_broadcast(s, t.sizes()[dim], number, size_[at]);
        }
        place[at] = dim++;
        continue;
      }
      const std::size_t first = place[at];
      if (t.sizes()[dim] != t.sizes()[first]) {
        return runtime_error(
            "einsum(): subscript {} is repeated for operand {} but the sizes don't match, {} != {}",
            {letter_of(s), number, t.sizes()[dim], t.sizes()[first]});
      }
      t = diagonal(t, first, dim);
    }
    return arranged(t, place);
  }

 private:
  // Notes the size of a dim of one operand; false if it contradicts an earlier one.
  bool fits(std::size_t at, std::int64_t size) {
    if (size == 1) return true;
    if (size_[at] != 1 && size_[at] != size) return false;
    size_[at] = size;
    ++operands_with_[at];
    return true;
  }

  const Alignment& alignment_;
  Sizes size_;
  Counts operands_with_;
};

// One step: the product of two operands, summed over every dim that no other operand has.
Result<Tensor> multiply_pair(const Tensor& a, const Tensor& b, const Alignment& alignment,
                             Counts& operands_with) {
  Dims summed;
  Dims only_a;
  Dims only_b;
  for (std::size_t d = alignment.output_dims; d < alignment.dims; ++d) {
    const bool in_a = a.sizes()[d] != 1;
    const bool in_b = b.sizes()[d] != 1;
    if (in_a && in_b) {
      if (--operands_with[d] == 1) {
        summed.push_back(d);
        operands_with[d] = 0;
      }
    } else if (operands_with[d] == 1 && (in_a || in_b)) {
      (in_a ? only_a : only_b).push_back(d);
      operands_with[d] = 0;
    }
  }
  const auto left = sum_out(a, only_a, true);
  if (!left) return left.error();
  const auto right = sum_out(b, only_b, true);
  if (!right) return right.error();
  return contract(*left, *right, summed);
}

}  // namespace

Result<Tensor> einsum(std::string_view equation_text, const std::vector<Tensor>& operands) {
  if (operands.empty()) return runtime_error("einsum(): must provide at least one operand");
  auto parsed = parse_operands(equation_text, operands.size());
  if (!parsed) return parsed.error();
  Alignment alignment;
  const auto count = count_subscripts(*parsed, operands, alignment);
  if (!count) return count.error();
  if (parsed->has_output) {
    parsed = parse_output(equation_text, std::move(parsed).value(), *count);
    if (!parsed) return parsed.error();
  }
  place_dims(*parsed, *count, alignment);

  Aligner aligner(alignment);
  std::vector<Tensor> aligned;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    auto operand = aligner.align(i, operands[i], parsed->operands[i]);
    if (!operand) return operand.error();
    aligned.push_back(std::move(operand).value());
  }
  Tensor result = aligned.front();
  for (std::size_t i = 1; i < aligned.size(); ++i) {
    auto product = multiply_pair(result, aligned[i], alignment, aligner.operands_with());
    if (!product) return product.error();
    result = std::move(product).value();
  }

  if (alignment.dims == alignment.output_dims) return result;
  if (operands.size() > 1) {  // what was summed has size 1 by now
    Sizes sizes = result.sizes();
    sizes.resize(alignment.output_dims);
    return resized(result, sizes);
  }
  Dims summed(alignment.dims - alignment.output_dims);
  std::iota(summed.begin(), summed.end(), alignment.output_dims);
  return sum_out(result, summed, false);
}

}  // namespace mha
