// The page's boundary: a handful of free functions, JSON text in, JSON text out
// (web/src/core.d.ts). Nothing is decided here.
#include <emscripten/bind.h>

#include "check/check.h"

EMSCRIPTEN_BINDINGS(mha) {
  emscripten::function("check", &mha::check);
  emscripten::function("costs", &mha::costs_of);
  emscripten::function("codes", &mha::codes_list);
}
