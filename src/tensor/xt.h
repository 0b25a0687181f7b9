// The only header that includes xtensor: its headers move between versions, so everyone else
// includes this one. Not a wrapper: nothing is renamed or added.
#pragma once

#include <cstdlib>
#include <xtensor/xtensor_config.hpp>

#ifdef XTENSOR_DISABLE_EXCEPTIONS
// Without exceptions (the wasm) xtensor would print to std::cerr before it aborts, which alone
// brings iostreams and locales into the page: half of its wasm.
#undef XTENSOR_THROW
#define XTENSOR_THROW(exception, message) std::abort()
#endif

#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
