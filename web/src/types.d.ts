// Shapes of the page's own data (exercises, sessions, cursors). The core's are in core.d.ts.

import type {
  Answer,
  Ask,
  CheckRequest,
  CheckResult,
  CodeEntry,
  CostsRequest,
  CostsResult,
  Grids,
  NamedSizes,
} from './core';

/** A piece of a sentence. `text` of a "math" mark is MathML that the build made from our own files. */
export interface Mark {
  kind: 'text' | 'code' | 'strong' | 'math';
  text: string;
}

/** A paragraph. */
export type Sentence = Mark[];

/** An exercise as the build hands it to the page: sentences parsed, known wrong answers left out. */
export interface Exercise {
  id: string;
  number: number;
  title: string;
  headline: string;
  prompt: Sentence[];
  sizes: NamedSizes;
  ask: Ask;
  starter: Answer;
  solution: Answer;
  hints: Sentence[];
  explanation: Sentence[];
}

/** The core as the page sees it: objects in, objects out. */
export interface Core {
  check(request: CheckRequest): CheckResult;
  costs(request: CostsRequest): CostsResult;
  codes(): CodeEntry[];
}

export type GridName = 'source' | 'yours' | 'asked';

/** A cell of one of the three grids: its row-major index there. */
export interface Cell {
  grid: GridName;
  index: number;
}

/** Everything the page knows about one exercise while it is open. */
export interface Session {
  exercise: Exercise;
  answer: Answer;
  result: CheckResult | null;
  /** True when the core broke down on this answer. */
  broken: boolean;
  /** The last grids that the core gave, so that nothing vanishes while the text is half typed. */
  grids: Grids | null;
  /** How many hints are open, for each first diagnosis' code ("" for none). */
  hints: Map<string, number>;
  solutionShown: boolean;
  cursor: Cell | null;
  /** Which batch entry the grids show; null: the one with the first wrong cell. */
  batch: number | null;
  explorer: CostsRequest;
}

export interface App {
  exercises: Exercise[];
  /** An exercise's id, or "lesson". */
  route: string;
  core: Core | null;
  /** A sentence, when the core could not be loaded. */
  failure: string;
  sessions: Map<string, Session>;
  done: Set<string>;
  /** False when the browser keeps nothing. */
  kept: boolean;
  theme: Theme;
}

export type Theme = 'auto' | 'light' | 'dark';

/** What the learner can do; each one changes the App and draws it again. */
export interface Actions {
  answer(answer: Answer): void;
  hint(): void;
  showSolution(): void;
  useSolution(): void;
  reset(): void;
  point(cell: Cell | null): void;
  batch(batch: number): void;
  theme(theme: Theme): void;
  explore(config: CostsRequest): void;
}
