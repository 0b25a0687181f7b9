// The table behind codes(). Grouped by stage, in the order of the layer. A code is added together
// with the check that gives it, so none of them is only a promise.
#include "check/codes.h"

#include <array>

namespace mha {
namespace {

using enum Code::Kind;

constexpr std::array kCodes = {
    // --- split -------------------------------------------------------------------------------
    Code{"split-wrong-view-order", mistake, "The view cuts memory in the wrong order.",
         "Both shapes hold the same number of elements, and a view only re-reads memory in order: "
         "it never asks which axis a size belongs to.",
         "In memory, q is written token by token. Which axis must be cut in two, and which must "
         "stay whole?"},
    Code{"split-missing-transpose", mistake, "The heads are cut, but not moved to the front.",
         "The cut itself is right, so every element is in its own head; only the order of the axes "
         "differs, "
         "and attention would compare heads where it should compare tokens.",
         "A batched product treats all axes but the last two as batch. Which axis must stand "
         "beside B?"},
    Code{"split-wrong-axes", mistake, "The cut is right, but the wrong axes are moved.",
         "Moving axes never raises an error: any order of axes is a legal tensor.",
         "Write the axes above each other before and after the move, and name the two that change "
         "places."},
    Code{"split-transpose-first", mistake, "The axes are moved before the features are cut.",
         "After a transpose the last axis is no longer the features, and reshape cuts whatever is "
         "last: the "
         "number of elements is the same.",
         "At the moment of the cut, which axis is the last one?"},
    Code{"split-heads-interleaved", mistake,
         "The heads are interleaved: each takes every H-th feature.",
         "Each token keeps its own features, so shapes, the leak test and even a training run look "
         "well; but "
         "head h no longer reads the block of features that belongs to it.",
         "Of the two sizes that the features are cut into, which must vary fastest?"},
    Code{"split-batch-token-swapped", mistake, "Sequences of the batch and tokens are mixed up.",
         "B and n only count rows in memory; a view that names them in the other order fits just "
         "as well.",
         "Which of B and n varies slowest in memory?"},
    Code{"split-and-merge-scrambled", mistake, "Split and merge are wrong in the same way.",
         "The merge undoes the split's scramble, so positions agree again: the shape, leak and "
         "batch tests "
         "pass, while each head attends inside a window of n/H tokens only.",
         "Look at one head alone: which tokens can it see?"},
    // --- merge -------------------------------------------------------------------------------
    Code{"merge-missing-transpose", mistake, "The heads are joined without moving them back.",
         "context is contiguous after weights @ v, so view does not raise, and the number of "
         "elements agrees.",
         "Row 0 of the result must hold token 0 of every head. Which axis varies slowest in "
         "context's memory?"},
    Code{"merge-wrong-axes", mistake, "The wrong axes are moved before the heads are joined.",
         "Moving axes never raises an error, and a reshape joins whatever stands last.",
         "Which two axes must stand last, side by side, so that joining them gives one token's "
         "features?"},
    Code{"merge-heads-interleaved", mistake, "The features of different heads are interleaved.",
         "Every token keeps its own values, only their order within the row differs; the output "
         "projection "
         "then multiplies each value by another value's weights.",
         "Within one token's row, head 0's features come first, all of them. Which axis varies "
         "fastest?"},
    Code{"merge-batch-mixed", mistake, "Values of different sequences are mixed.",
         "B is only a size to view and reshape: they fill rows in memory order, whichever sequence "
         "that is.",
         "Which axis must never move?"},
    Code{"merge-not-contiguous", mistake, "A view can't join axes that are apart in memory.", "",
         "transpose changes only the strides. What makes memory follow the new order?"},
    Code{"merge-wrong-shape", mistake, "The heads are not joined into one feature axis.", "",
         "The merged tensor has three axes: how wide is the last one?"},
    // --- whatever was asked ------------------------------------------------------------------
    Code{"width-mismatch", mistake, "The axes are right, but one of them has the wrong width.", "",
         "Which width is it: one head's (d_head) or all heads' together (d_out)?"},
    Code{"only-these-sizes", mistake, "This is right for these sizes only.",
         "The numbers written out happen to fit the sizes on show; other batches and lengths do "
         "not.",
         "Which of the named sizes does each number stand for?"},
    Code{"wrong-shape", mistake, "The result has another shape than what is asked for.", "",
         "Count the axes first, then compare them one by one."},
    Code{"unknown", mistake, "The shape is right, the elements are not.",
         "Shapes only count elements; they do not say which ones.",
         "Follow the first wrong cell back to where it came from."},
    // --- fool the checks ---------------------------------------------------------------------
    Code{"pipeline-is-right", exercise, "This pipeline is right: there is nothing to see through.",
         "", "Which order of view would each head scramble, and which merge would hide it again?"},
    Code{"pipeline-is-caught", exercise, "One of the usual checks sees it.", "",
         "The merge has to undo what the split did to positions."},
    Code{"probe-not-named", exercise, "The usual checks pass: now predict which probe sees it.", "",
         "What does each probe change, and what does it look at?"},
    Code{"probe-is-blind", exercise, "The probe that you named does not see it.", "",
         "What does each probe change, and what does it look at?"},
    // --- counts ------------------------------------------------------------------------------
    Code{"count-bias", exercise, "The biases are counted the other way.", "",
         "Which of the projections have a bias here?"},
    Code{"count-part", exercise, "Only a part of the layer is counted.", "",
         "How many weight matrices are asked for?"},
    Code{"count-times-heads", exercise, "The heads are counted twice.", "",
         "The width is divided among the heads: what is the size of all heads' matrices together?"},
    Code{"count-one-head", exercise, "This counts one head only.", "",
         "Each head has its own. How many heads are there?"},
    Code{"count-not-square", exercise, "The scores are counted per token, not per pair of tokens.",
         "", "How many keys does each query look at?"},
    Code{"count-bytes", exercise, "Entries and bytes are mixed up.", "",
         "How many bytes does one float32 take?"},
    Code{"count-keys-only", exercise, "Only one of keys and values is counted.", "",
         "What must be kept of each past token so that the next one can attend to it?"},
    Code{"count-wrong", exercise, "This is another number.", "",
         "Write the product of sizes down before you multiply."},
    // --- errors of the input itself ------------------------------------------------------------
    Code{"syntax", input, "This is not a program yet.", "", ""},
    Code{"unknown-name", input, "A name is not known here.", "", ""},
    Code{"bad-shape", input, "The sizes do not fit.", "", ""},
    Code{"bad-axis", input, "There is no such axis.", "", ""},
    Code{"view-not-contiguous", input, "A view can't read this memory in that order.", "", ""},
    Code{"not-divisible", input, "The sizes do not divide.", "", ""},
    Code{"too-large", input, "This is too large for the lab.", "", ""},
    Code{"not-in-this-lab", input, "PyTorch or Python has this; the lab has not.", "", ""},
};

}  // namespace

std::span<const Code> codes() { return kCodes; }

const char* kind_name(Code::Kind kind) {
  switch (kind) {
    case mistake:
      return "mistake";
    case exercise:
      return "exercise";
    case input:
      break;
  }
  return "input";
}

const Code& code_entry(std::string_view code) {
  for (const Code& entry : kCodes) {
    if (entry.code == code) return entry;
  }
  return code_entry("unknown");
}

}  // namespace mha
