// Names of the Python types that a Value stands for.
#include <array>

#include "tensor/call.h"

namespace mha {

const char* Value::type_name() const {
  // In the order of `held`.
  static constexpr std::array kNames = {"NoneType", "bool",        "int",     "float",
                                        "str",      "torch.dtype", "Tensor",  "list",
                                        "tuple",    "slice",       "ellipsis"};
  static_assert(kNames.size() == std::variant_size_v<decltype(held)>);
  return kNames[held.index()];
}

}  // namespace mha
