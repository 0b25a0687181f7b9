// The page's boundary: a handful of free functions, texts in, JSON text out (web/src/core.d.ts).
// Nothing is decided here.
#include <emscripten/bind.h>

#include "check/check.h"

EMSCRIPTEN_BINDINGS(mha) {
  emscripten::function("check_reshape", &mha::check_reshape);
  emscripten::function("check_fool", &mha::check_fool);
  emscripten::function("check_shapes", &mha::check_shapes);
  emscripten::function("check_numbers", &mha::check_numbers);
  emscripten::function("costs", &mha::costs_of);
  emscripten::function("codes", &mha::codes_list);
}
