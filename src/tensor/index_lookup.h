// Indexing by integer tensors, t[:, [0, 2]]: where each combination of the indices points, and the
// copying of what is there. Python's index forms are read in call_indexing.cpp.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "tensor/call.h"

namespace mha {

using Index = std::optional<Tensor>;  // int64, for a dimension that a tensor indexes

// After the ints, slices and Nones: a view, and for each of its dims the tensor that indexes it.
struct Picked {
  Tensor view;
  std::vector<Index> indices;
  bool has_indices() const {
    return std::any_of(indices.begin(), indices.end(),
                       [](const Index& i) { return i.has_value(); });
  }
};

// The indexed dims in front, in order: (i0, i1, …, rest), and where each combination of indices
// points. `sizes` are those of the indices, broadcast; `front` says where they go in the result.
struct Lookup {
  Tensor moved;
  Sizes sizes;
  std::vector<std::vector<std::int64_t>> places;  // one list an indexed dim
  std::int64_t front = 0;
};

// IndexErrors: the indices do not broadcast, one is out of bounds.
Result<Lookup> look_up(const Picked& picked);
Sizes result_sizes(const Lookup& lookup);

// `wide` has result_sizes: copies the picked elements into it, or it into them; origins move along.
Result<Value> copy_blocks(const Lookup& lookup, const Tensor& wide, bool into_result);

}  // namespace mha
