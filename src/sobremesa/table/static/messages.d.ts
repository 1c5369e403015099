// What the server tells the pages, as `messages.py`, `pages.py`, `play.py`, `talk.py` and `alone.py` write it,
// and what a page makes of it.

// A sentence that goes by a number, in all its forms, each under a number that takes it.
export type Forms = Record<string, string>;

// The sentences that the scripts say.
export type Words = Record<
  | "lost" | "back" | "pass_device" | "ready" | "copied" | "copy" | "watch" | "seat" | "next_hand"
  | "is_here" | "is_away" | "not_yet" | "is_held" | "been_away" | "let_bot" | "ahead" | "forgotten"
  | "not_now" | "bot" | "step" | "send_failed" | "server_trouble" | "unreadable" | "gave_up"
  | "again" | "onward" | "other_table" | "your_turn" | "share" | "code" | "code_for" | "forget"
  | "play" | "pause" | "speed" | "choose_end" | "what_fits" | "nothing_fits" | "time_left"
  | "turn_or_lay" | "amount" | "thinking" | "go_back" | "statistics" | "whispers" | "to_one",
  string
> & { days: Forms; unread: Forms };

// What a page has to know of kinds of touches and of things; see `picture/kinds.py`.
export interface Kinds {
  any_order: string[];
  picked: string[];
  turns: string[];
  ahead: string[];
  board: string[];
  gliding: string[];
  faces: string[];
  backs: string[];
}

export interface Move {
  move: number;
  touches: string[];
}

// Many moves in little room: every touch once, and of each move its number and the places of its touches.
export interface Folded {
  touches: string[];
  moves: number[][];
}

export interface Button {
  touch: string;
  label: string;
  short: string;
}

// What can be tried where players find themselves what fits.
export interface Attempts {
  tiles: Record<string, unknown>;
  cells: Record<string, unknown>;
}

// What a seat is asked.
export interface Asked {
  seat: number;
  headline: string;
  moves: Move[];
  folded: Folded | null;
  buttons: Button[];
  quick: string[];
  spoken: Record<string, string>;
  asks: Record<string, string>;
  plain: boolean;
  silence: number;
  attempts: Attempts | null;
}

export interface Side {
  seats: number[];
  names: string;
  score: number;
}

// What somebody who plays alone can do besides moving.
export interface Alone {
  undo: boolean;
  redo: boolean;
  solvable: boolean;
  ending: string;
  loose: boolean;
  near: { text: string; href: string }[];
  daily: string;
}

export type Size = [shape: string, width: number, height: number];

// A whole scene, or what came, changed, moved and went since another.
export interface Change {
  nodes?: Record<string, string>;
  moved?: Record<string, string>;
  went?: string[];
  symbols?: Record<string, string>;
  told?: [title: string, description: string];
  size?: Size;
}

// What can be seen after an event: all that a replay shows.
export interface Step {
  number: number;
  seat: number;
  turn: number;
  hand: number;
  open: boolean;
  names: string[];
  bots: string[];
  headline: string;
  log: string[];
  scores: number[];
  sides: Side[];
  over: boolean;
  ended: boolean;
  winners: number[];
  kinds: Kinds;
  scene: Change;
}

// How a table stands, as one seat may know it.
export interface Whole extends Step, Asked {
  since?: undefined;
  yours: number[];
  latest: boolean;
  next: boolean;
  aside: Asked | null;
  lapse: number;
  alone: Alone | null;
  onward: string;
  clock: { left: number; of: number } | null;
}

// How a table stands since another number: what is not said is as it was, and `more` are the lines of
// the log behind so many that stay.
export interface Since extends Partial<Omit<Whole, "log" | "since" | "number" | "scene">> {
  number: number;
  since: number;
  more?: [kept: number, lines: string[]];
  scene: Change;
}

// The picture as a page knows it: things by their ids, the whole under the empty one, each as it is written and where
// it was moved since; and faces by their names.
export interface Scene {
  nodes: Map<string, { markup: string; place: string | null }>;
  symbols: Map<string, string>;
  told: [title: string, description: string];
  size: Size;
}

// How a table stands, as a page knows it.
export type Message = Omit<Whole, "scene"> & { scene: Scene };

export interface Line {
  seat: number;
  name: string;
  to: string;
  text: string;
  private: boolean;
}

// What was said behind the lines that a seat has.
export interface Talk {
  talk: Line[];
  heard: number;
  from: number;
}

// Who is here, which seats bots hold, and for whom one may be asked.
export interface Seats {
  presence: ("here" | "away" | "not-yet" | "")[];
  held: number[];
  absent: number[];
}

// What a solver answers.
export interface Solved {
  text?: string;
  touches?: string[];
  drop?: number;
  move?: number;
}

// A table of this device, for the list of them.
export interface Mine {
  link: string;
  game: string;
  with: string[];
  headline: string;
  yours: boolean;
  ended: boolean;
  onward: string;
}

// How a form of a table would do.
export interface Checked {
  players: number[];
  served: string;
  fault: string;
  reason: string;
}
