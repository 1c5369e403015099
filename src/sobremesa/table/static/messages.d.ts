// What the server tells the pages, as `messages.py`, `pages.py`, `play.py`, `talk.py`, `alone.py` and `analysis.py`
// write it, and what a page makes of it.

// A sentence that goes by a number, in all its forms, each under a number that takes it.
export type Forms = Record<string, string>;

// The sentences that the scripts say.
export type Words = Record<
  | "lost" | "back" | "pass_device" | "ready" | "copied" | "copy" | "watch" | "seat" | "next_hand"
  | "is_here" | "is_away" | "not_yet" | "is_held" | "been_away" | "let_bot" | "ahead" | "forgotten"
  | "not_now" | "bot" | "step" | "send_failed" | "server_trouble" | "unreadable" | "gave_up"
  | "again" | "onward" | "other_table" | "your_turn" | "share" | "code" | "code_for" | "forget"
  | "passkey_failed" | "passkey_known" | "no_passkeys" | "rated" | "sign_in"
  | "turn" | "take_back" | "tell_day" | "deal_won" | "deal_close" | "deal_shared" | "deal_lost" | "statistics_of_all" | "streaks" | "face" | "play" | "pause" | "speed" | "choose_end" | "what_fits" | "nothing_fits" | "time_left" | "time_long"
  | "was_blocked" | "was_reported" | "agree" | "decline" | "withdraw"
  | "take_consent_back" | "consent_rule" | "consented" | "not_consented"
  | "days_left" | "was_late" | "were_late" | "come_back" | "you_left"
  | "turn_or_lay" | "amount" | "thinking" | "trick_number" | "cost_unknown" | "cost" | "go_back" | "statistics" | "whispers" | "to_one"
  | "checking" | "yours_kept" | "yours_lost" | "not_promised" | "not_checked"
  | "invitation" | "partner" | "organiser" | "sit_down" | "free_seat" | "you" | "house_rules" | "bots_soon" | "bots_offer"
  | "bots_agreed" | "going" | "notices_on" | "notices_off" | "notices_denied" | "notices_failed"
  | "is_over" | "keeping" | "is_kept" | "is_damaged" | "not_kept" | "no_engine" | "to_offline",
  string
> & { days: Forms; days_in_row: Forms; unread: Forms; free_seats: Forms; waiting_for: Forms };

// A notice, as `notices.py` writes it.
export interface Notice {
  title: string;
  body: string;
  where: string;
  place: string;
}

// What a service worker has, of which the library of pages knows nothing.
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Page {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
}
export interface NoticeWorker {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  clients: {
    matchAll(wanted: { type: "window"; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(
    kind: "fetch", hear: (event: WorkerEvent & { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
  addEventListener(kind: "install", hear: (event: WorkerEvent) => void): void;
  addEventListener(kind: "push", hear: (event: WorkerEvent & { data: { text(): string } | null }) => void): void;
  addEventListener(kind: "notificationclick", hear: (event: WorkerEvent & { notification: Notification }) => void): void;
}

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

// What somebody has offered, and the seat of this device that made it (`mine`) or is asked; -1: neither.
// What those who watch may see, and what whoever plays is asked about it; `agreed` is null while they
// have not answered.
export interface Watchers {
  text: string;
  asks: string;
  seat: number;
  agreed: boolean | null;
}

export interface Offer {
  number: number;
  what: string;
  mine: boolean;
  seat: number;
  text: string;
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
  lines: string[][];   // the table in words, where a page wants that
  log: string[];
  scores: number[];
  sides: Side[];
  over: boolean;
  ended: boolean;
  winners: number[];
  kinds: Kinds;
  scene: Change;
}

// What was promised of the deals, what persons added to the last, and the secret once it may be known.
export interface Fair {
  promise: string;
  cut: string[];
  secret: string;
  deal: number;
  added: number[];
  open: boolean;
}

// The seconds of a turn and what is left of them, whose turn it is, how many of them are free, and what every seat has
// left for the match.
export interface Clock {
  left: number;
  of: number;
  seat: number;
  free: number;
  banks: number[];
}

// How a table stands, as one seat may know it.
// What a lesson says of what has happened, with the clauses behind it; `fresh` where it is to be read before more happens.
export interface LessonLine {
  text: string;
  first?: boolean;
  fresh?: boolean;
  clauses?: { name: string; words: string }[];
}

// What there is to say in a lesson: what is to be done, what has happened, the idea behind it.
export interface Lesson {
  ask: string;
  done: boolean;
  idea: string;
  lines: LessonLine[];
  can: string;
}

// The deal of a day: of which game, and how it went once it is over.
export interface Daily {
  date: string;
  game: string;
  ending: string;
  points: number[];
}

export interface Whole extends Step, Asked {
  since?: undefined;
  yours: number[];
  latest: boolean;
  next: boolean;
  aside: Asked | null;
  lapse: number;
  alone: Alone | null;
  daily: Daily | null;
  faces: number[];   // the face that was chosen for each seat, or -1
  hints: boolean;
  review: boolean;
  offer: Offer | null;
  offers: Record<string, number>;   // what can be offered, by which seat
  onward: string;
  fair: Fair | null;
  watchers: Watchers;
  late: number;
  // The deal that can be looked at with all hands open, or 0.
  opened: number;
  clock: Clock | null;
}

// A card or a tile that was played, and what it cost its side; null where that is not known.
export interface Laid {
  seat: number;
  text: string;
  cost: number | null;
}

// A deal with all hands open: its diagram, what was played and what it cost, and how many parts are still worked on.
export interface Analysis {
  hand: number;
  svg: string;
  lead: string;
  tricks: Laid[][];
  given: string[];
  names: string[];
  left: number;
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
  muted: boolean;   // said by somebody whom this seat does not want to hear
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
  left: number[];
  absent: number[];
  muted: number[];
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

// A table with free seats, for the lobby.
export interface OpenTable {
  id: string;
  game: string;
  pace: string;
  free: number;
  usual: boolean;
  rated: boolean;
  // What those who watch see, where that is not what everybody may see.
  watching: string;
  names: string[];
}

// Who waits at a table with free seats, as one who waits there is told; `go` is where to go now.
export interface Waiting {
  chairs: string[];
  yours: number[];
  free: number;
  waiting: number;
  agreed: number;
  bots: boolean;
  open: boolean;
  rated: boolean;
  offer: number;
  go: string;
}

// How a lesson stands.
export type Taught = Message & { lesson: Lesson };
