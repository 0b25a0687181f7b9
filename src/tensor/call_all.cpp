// The set of all ops, in a file of its own: a program that asks for fewer links fewer.
#include "tensor/call_table.h"

namespace mha {

const OpSet& all_ops() {
  static const OpSet ops({moving_rows(), joining_rows(), arithmetic_rows(), computing_rows(),
                          reducing_rows(), creation_rows(), reading_rows(), converting_rows()},
                         has_operator, call_operator);
  return ops;
}

}  // namespace mha
