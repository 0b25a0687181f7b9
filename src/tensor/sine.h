// sin and cos in double, of angles that float32 can hold. Not the C library's pair, whose table for
// the largest doubles alone is 3 KB of wasm that nothing compresses.
#pragma once

namespace mha {

// x in radians; beyond 2^20 it must be a float32's value. Good to some 1e-15, inf and nan give nan.
double sine(double x);
double cosine(double x);

}  // namespace mha
