// The boundary to the C++ core (src/bindings/embind.cpp), by hand: a handful of free functions, texts in,
// JSON text out. Nothing here computes; a learner's mistake is a result, never an exception.

/** The raw Embind functions. `wrap_core.js` wraps them so that the page sees objects. Texts in, because a
 *  JSON reader in the wasm would be 5 KB of the page; the JSON of a CheckResult out. */
export interface RawCore {
  /** `sizes`: "B=2,n=3,H=2,d_head=4". */
  check_reshape(
    exercise: string,
    role: string,
    input: string,
    want: string,
    answer: string,
    sizes: string,
  ): string;
  check_fool(exercise: string, split: string, merge: string, probe: string, sizes: string): string;
  /** `fields`: a line each, "heads B=2,n=3,H=2,d_head=4"; `answers`: a line each. */
  check_shapes(exercise: string, fields: string, answers: string): string;
  /** `fields`: a line each, "parameters d_in=768,d_out=768,H=12,qkv_bias=0"; `answers`: a line each. */
  check_numbers(exercise: string, fields: string, answers: string): string;
  /** `counts`: "d_in=768,d_out=768,H=12,n=1024". JSON of CostsResult, or of {"error": …}. */
  costs(counts: string): string;
  /** JSON of CodeEntry[]: the one list of codes. */
  codes(): string;
}

/** Named sizes: B, n, H, d_head, d_in, d_out, context_length, G. */
export type NamedSizes = Record<string, number>;

/** Offsets count Unicode code points from the text's start; line and column count from 1. */
export interface Span {
  start: number;
  end: number;
  line: number;
  column: number;
}

// --- What an exercise asks (the `ask` of web/exercises/*.json) ----------------------------------

/** The learner writes a reshape program over one variable. */
export interface ReshapeAsk {
  kind: 'reshape';
  /** "split", "merge" or "other": which family of mistakes to look for. */
  role: 'split' | 'merge' | 'other';
  /** The variable's name, "q" or "context". */
  input: string;
  /** What is wanted, as an einops pattern over size names: "B n (H d_head) -> B H n d_head". */
  want: string;
}

/** The learner writes a split and a merge that must fool the shape, leak and batch probes, and
 *  names a probe that sees through it. */
export interface PipelineAsk {
  kind: 'pipeline';
}

/** The learner predicts shapes of the layer's stages. */
export interface ShapesAsk {
  kind: 'shapes';
  groups: { title: string; sizes: NamedSizes; fields: { stage: Stage; label: string }[] }[];
}
export type Stage =
  | 'x'
  | 'projected'
  | 'viewed'
  | 'heads'
  | 'scores'
  | 'context'
  | 'moved'
  | 'merged'
  | 'output';

/** The learner computes counts of the layer. */
export interface NumbersAsk {
  kind: 'numbers';
  fields: { label: string; want: Quantity; config: CostsRequest }[];
}
export type Quantity =
  | 'd_head'
  | 'qkv_parameters'
  | 'out_proj_parameters'
  | 'parameters'
  | 'score_entries'
  | 'score_bytes'
  | 'kv_cache_bytes';

export type Ask = ReshapeAsk | PipelineAsk | ShapesAsk | NumbersAsk;

/** A reshape program; or the three parts of "fool the checks"; or one text per field, in order. */
export type Answer = string | { split: string; merge: string; probe: string } | string[];

export interface CheckRequest {
  exercise: string;
  ask: Ask;
  answer: Answer;
  /** The sizes to show (the grid); judging uses the core's own two size sets besides. */
  sizes: NamedSizes;
}

// --- What comes back ---------------------------------------------------------------------------

export type Verdict = 'correct' | 'wrong' | 'error';

export interface CheckResult {
  exercise: string;
  /** "error": the text is no program, or an operation raised. */
  verdict: Verdict;
  /** The verdict in one short sentence. */
  title: string;
  /** The most fundamental first. Empty when correct. With verdict "error" it may be empty too. */
  diagnoses: Diagnosis[];
  error: ProgramError | null;
  /** What the program did, at the shown sizes, up to the error if there was one. */
  steps: Step[];
  /** reshape asks: the origin grids. Null when the program gave no tensor. */
  grid: Grids | null;
  /** pipeline asks. */
  probes?: Probe[];
  parts?: { split: CheckResult; merge: CheckResult };
  /** shapes and numbers asks, one per field in order (groups flattened). */
  fields?: Field[];
}

export interface Diagnosis {
  code: string;
  span: Span | null;
  /** A short sentence: what the mistake is. */
  title: string;
  /** What happened here, with the learner's own cells: "`q[0, 1, 0]` holds token 0, features 12–17; head 1 should read …".
   *  Back-quoted parts are code. */
  message: string;
  /** Why nothing complained: why the shapes (or the shown sizes) did not give it away. May be "". */
  why: string;
  /** null where there is no cell to show. */
  evidence: Evidence | null;
  hints: string[];
}

export interface Evidence {
  /** The sizes at which this was seen. */
  sizes: NamedSizes;
  /** The first wrong cell of the learner's result, e.g. [0, 1, 0, 0]. */
  cell: number[];
  /** Which source element it holds and which it should hold (null: it should not exist). */
  holds: SourceElement | null;
  wanted: SourceElement | null;
  wrong_cells: number;
  cells: number;
}

export interface SourceElement {
  batch: number;
  token: number;
  feature: number;
  head: number;
}

export interface ProgramError {
  /** PyTorch's exception type, or "SyntaxError", "NameError", "LimitError", "NotInThisLab". */
  type: string;
  message: string;
  /** A stable code: syntax, unknown-name, bad-shape, bad-axis, view-not-contiguous, not-divisible, too-large, not-in-this-lab. */
  code: string;
  /** One sentence in plain words: what it means here, what to try. May be "". */
  help: string;
  span: Span | null;
}

export interface Step {
  /** The learner's own text of this step: "q", ".view(B, H, n, d_head)". */
  call: string;
  op: string;
  span: Span;
  sizes: number[];
  strides: number[];
  contiguous: boolean;
  storage: 'input' | 'same storage' | 'new storage';
}

export interface Grids {
  sizes: NamedSizes;
  /** True where the shown sizes are not the asked ones, because there nothing looks wrong. */
  judged: boolean;
  source: SourceGrid;
  yours: Grid;
  asked: Grid;
}

/** The tensor that the program starts from. The arrays have one entry an element, row-major. */
export interface SourceGrid {
  name: string;
  axes: string[];
  sizes: number[];
  batch: number[];
  token: number[];
  feature: number[];
  head: number[];
}

export interface Grid {
  name: string;
  /** "b", "h", "t", "j" where the axes are known; else "0", "1" … */
  axes: string[];
  sizes: number[];
  /** For each cell, row-major: which element of the source it holds; -1: a value from elsewhere. */
  origins: number[];
  /** `yours` only: true where the cell is not what was asked for. */
  wrong?: boolean[];
}

export interface Probe {
  id: 'shape' | 'causal-leak' | 'batch-isolation' | 'reach' | 'prefix-consistency' | 'uniform';
  title: string;
  /** What the probe does, in a sentence. */
  question: string;
  /** "not-run": the program raised before. */
  outcome: 'pass' | 'fail' | 'not-run';
  /** What it saw here. */
  message: string;
}

export interface Field {
  verdict: Verdict | 'empty';
  code: string;
  message: string;
}

export interface CostsRequest {
  d_in: number;
  d_out: number;
  H: number;
  /** kv heads; default H. */
  G?: number;
  qkv_bias?: boolean;
  out_bias?: boolean;
  B?: number;
  n?: number;
  layers?: number;
  bytes_per_value?: number;
}

export interface CostsResult {
  error: string | null;
  d_head: number;
  qkv_parameters: number;
  out_proj_parameters: number;
  parameters: number;
  parameters_all_layers: number;
  score_shape: number[];
  score_entries: number;
  score_bytes: number;
  kv_cache_bytes: number;
}

export interface CodeEntry {
  code: string;
  /** "mistake" in attention code, "exercise": a slip in fields or probes, "input": an error of the text itself. */
  kind: 'mistake' | 'exercise' | 'input';
  title: string;
  why: string;
  hints: string[];
}
