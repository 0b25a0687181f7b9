// A Value's copies, and the names of the Python types that it stands for.
#include <array>

#include "tensor/call.h"

namespace mha {

Value::Value() = default;
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

const char* Value::type_name() const {
  // In the order of `held`.
  static constexpr std::array kNames = {"NoneType", "bool",        "int",     "float",
                                        "str",      "torch.dtype", "Tensor",  "list",
                                        "tuple",    "slice",       "ellipsis"};
  static_assert(kNames.size() == std::variant_size_v<decltype(held)>);
  return kNames[held.index()];
}

}  // namespace mha
