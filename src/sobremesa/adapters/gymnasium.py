"""The games as Gymnasium environments: one agent, with bots in the other seats.

    import sobremesa.adapters.gymnasium
    env = gymnasium.make("Sobremesa/Muggins-v1", players=3, opponents="greedy")

Observations and rewards are those of the PettingZoo environments, for the agent's seat alone.
"""

from __future__ import annotations

from typing import Any

import sobremesa
from sobremesa import IllegalMove, Refused, Rng, bots
from sobremesa.adapters.encoding import Meaning
from sobremesa.adapters.episode import Episode, Observation
from sobremesa.core.game import known_games
from sobremesa.core.numbers import is_whole
from sobremesa.extras import needed_for

with needed_for("sobremesa.adapters.gymnasium", "adapters"):
    import gymnasium
    from gymnasium import spaces

# Goes up when the same actions would bring other observations or rewards.
VERSION = 1
RENDERED = ["ansi", "svg"]
# Takes a seat by lot for every episode.
ANY_SEAT = -1
# After so many deals in which the agent is never to decide, it is given up.
MOST_DEALS = 1000


class Environment(gymnasium.Env[Observation, int]):
    """A round or a match in which one seat is the agent's and bots have the others.

    `opponents` is a kind of bot for all other seats, or one for each of them in the order of the
    seats; without it they are the strongest that are quick. `illegal` says what becomes of an
    illegal action: with "raise" it is refused and changes nothing, with "random" a legal one is
    drawn in its place.
    """

    metadata = {"render_modes": RENDERED, "render_fps": 1}

    def __init__(
        self, name: str, *, seat: int = 0, opponents: str | list[str] | None = None,
        match: bool = False, reward: str = "points", illegal: str = "raise",
        slots: int | None = None, most_moves: int = 0, render_mode: str | None = None,
        **options: Any,
    ) -> None:
        game = sobremesa.game(name, **options)
        players = int(game.players)
        if not is_whole(seat, ANY_SEAT, players - 1):
            raise Refused("there is no seat {seat}", seat=str(seat))
        if illegal not in ("raise", "random"):
            raise Refused(
                "illegal is {known}, not {given}", known=["raise", "random"], given=illegal
            )
        if render_mode is not None and render_mode not in RENDERED:
            raise Refused(
                "a render mode is {modes}, not {mode}", modes=RENDERED, mode=render_mode
            )
        if opponents is None:
            opponents = bots.usual(game.name)
        kinds = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(kinds) != players - 1:
            raise Refused(
                "{seats} other seats need as many bots, not {bots}",
                seats=players - 1, bots=len(kinds),
            )
        self.opponents = [bots.bot(game.name, kind) for kind in kinds]
        self.episode = Episode(
            game, match=match, reward=reward, slots=slots, most_moves=most_moves
        )
        self.wanted_seat = seat
        self.seat = max(0, seat)
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Dict({
            part: spaces.Box(low, high, shape, kind)
            for part, (low, high, shape, kind) in self.episode.bounds().items()
        })
        self.action_space = spaces.Discrete(self.episode.actions.count)
        self._chance = Rng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals, and lets the bots play until the agent is to decide; an episode in which the
        agent never is gets dealt again."""
        super().reset(seed=seed)
        self._chance = Rng(int(self.np_random.integers(2**63)))
        for _ in range(MOST_DEALS):
            if self.wanted_seat == ANY_SEAT:
                self.seat = int(self._chance.below(int(self.episode.game.players)))
            self.episode.start(int(self._chance.below_big(2**63)))
            self._let_others_play()
            if not self.episode.over:
                return self._told(), self._info(False)
        raise Refused("in {deals} deals the agent was never to decide", deals=MOST_DEALS)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action of the agent, then lets the bots play until it is to decide again.

        :raises IllegalMove: if it is not legal and such actions are refused.
        """
        replaced = False
        try:
            gained = self.episode.step(action)[self.seat]
        except IllegalMove:
            if self.illegal == "raise" or self.episode.over:
                raise
            legal = self.episode.legal
            gained = self.episode.play(legal[int(self._chance.below(len(legal)))])[self.seat]
            replaced = True
        gained += self._let_others_play()
        over = self.episode.over
        cut = self.episode.cut
        return self._told(), gained, over and not cut, cut, self._info(replaced)

    def _let_others_play(self) -> float:
        """Lets the bots play until the agent is to decide; gives what it gained meanwhile."""
        gained = 0.0
        while not self.episode.over and self.episode.turn != self.seat:
            seat = self.episode.turn
            legal = self.episode.legal
            move = legal[0]
            if len(legal) > 1:
                bot = self.opponents[seat if seat < self.seat else seat - 1]
                move = bot.choose(self.episode.view(seat), self._chance)
            gained += self.episode.play(move)[self.seat]
        return gained

    def _told(self) -> Observation:
        return self.episode.observation(self.seat)

    def _info(self, replaced: bool) -> dict[str, Any]:
        moves = self.episode.legal if self.episode.turn == self.seat else []
        return {"action_mask": self.episode.actions.mask(moves), "replaced": replaced}

    def describe(self) -> list[Meaning]:
        """Says what every number of an observation means."""
        return self.episode.encoding.describe()

    def render(self) -> Any:
        """Draws what the agent sees."""
        if self.render_mode is None:
            return None
        view = self.episode.view(self.seat)
        game = self.episode.game
        return game.svg(view) if self.render_mode == "svg" else game.ascii(view)


def id_of(name: str) -> str:
    """Gives the name by which `gymnasium.make` knows a game.

    >>> id_of("muggins"), id_of("texas-42")
    ('Sobremesa/Muggins-v1', 'Sobremesa/Texas42-v1')
    """
    words = "".join(word.capitalize() for word in name.split("-"))
    return f"Sobremesa/{words}-v{VERSION}"


def register() -> None:
    """Makes all games known to `gymnasium.make`."""
    for name in known_games():
        gymnasium.register(
            id_of(name), entry_point=Environment, kwargs={"name": name},
            disable_env_checker=True,
        )


register()
