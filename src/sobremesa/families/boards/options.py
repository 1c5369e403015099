"""The options of Djambi, each with the ruling that it comes from."""

from __future__ import annotations

from typing import Final

from sobremesa.core.options import Option


def choice(name: str, ruling: str, title: str, sentence: str, **words: str) -> Option:
    """Declares a choice of words, the default first."""
    default = next(iter(words))
    return Option(name, default, sentence, "DJAMBI-" + ruling, title=title, words=words)


OPTIONS: Final[list[Option]] = [
    Option("players", 4, "How many play.", "DJAMBI-R05", title="Players", low=2, high=4),
    Option(
        "board", 11, "Squares along a side.", "DJAMBI-R02", title="Squares along a side",
        allowed=[7, 9, 11, 13],
    ),
    choice("camp_layout", "R03", "Beside the prince",
        "Whether the necromobile or the zoomobile is next to the prince.",
        patent="the necromobile", modern="the zoomobile",
    ),
    choice("two_player_layout", "R04", "Camps for two players",
        "Whether two players have two camps each, or one.",
        corners="two camps each", single_camp="one camp each",
    ),
    Option(
        "first_player", -1, "Who begins.", "DJAMBI-R05", title="First player", low=-1, high=3,
        seat=True, words={"-1": "by chance"},
    ),
    Option(
        "own_camp_sending", False,
        "Variant 1: whether the zoomobile may send pieces of its own camp.", "DJAMBI-R09",
        title="Sending your own pieces",
    ),
    choice("remote_kill", "R10", "Remote killing",
        "Where the remote killer kills from: its end square, or any square of its path.",
        end_square="from the end square", along_path="from any square of the path",
    ),
    choice("remote_kill_count", "R11", "Remote victims",
        "How many the remote killer kills: one, or all within reach.",
        one="one", all="all within reach",
    ),
    choice("direct_killer_corpse", "R12", "Corpse of a direct kill",
        "Where the direct killer's corpse goes: any free square, or the killer's square of origin.",
        any_free="on any free square", origin="on the killer's square of origin",
    ),
    choice("centre_entry", "R14", "Stopping on the centre",
        "Whether a piece other than a prince may stop on the empty centre and disappear.",
        capture_only="only to capture", suicide="also to disappear",
    ),
    choice("send_to_centre", "R15", "Sending to the centre",
        "Whom the zoomobile may send to the centre.",
        prince_only="princes only", nobody="nobody", anybody="anybody",
    ),
    choice("centre_capture", "R17", "After a capture on the centre",
        "What becomes of a piece that takes a prince's place on the centre: it disappears, or "
        "moves on.",
        vanish="the piece disappears", move_on="the piece moves on",
    ),
    choice("warrior_step", "R20", "Two squares for a warrior",
        "When a warrior may go two squares: in its player's first turn, in its own first move, "
        "or always.",
        player_first_turn="in its player's first turn",
        piece_first_move="in its own first move",
        always_two="always",
    ),
    choice("two_left_centre", "R24", "The centre with two players left",
        "Whether the centre gives two turns running when two players are left.",
        no_extra="no extra turn", double="two turns running",
    ),
    Option(
        "encircle_needs_no_necromobile", True,
        "Whether an encircled prince is lost only if its player has no necromobile.",
        "DJAMBI-R26", title="A necromobile saves the prince",
    ),
    choice("inherit_delay", "R29", "Claiming an encircled camp",
        "When the pieces of an encircled prince can be claimed: after one round, or at once.",
        one_round="after one round", none="at once",
    ),
    choice("centre_encircle", "R31", "A prince encircled on the centre",
        "What becomes of a prince encircled on the centre for a round.",
        vanish="disappears", safe="is safe",
    ),
    choice("prince_loss", "R33", "Losing one of two princes",
        "What a player with two princes loses along with one of them: only the prince, its camp, "
        "or everything.",
        last_prince="costs the prince", camp="costs its camp", first_prince="costs everything",
    ),
    choice("fourth_prince", "R34", "Prince of the fourth camp",
        "With three players: whether the prince of the fourth camp lives on when it is claimed.",
        extra_prince="lives on", dies_on_takeover="dies when claimed",
    ),
    Option(
        "no_kill_rounds", 50, "Rounds without a kill that make a draw; 0 sets no limit.",
        "DJAMBI-R37", title="Rounds without a kill", low=0,
    ),
]
