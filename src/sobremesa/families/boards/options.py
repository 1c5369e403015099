"""The options of Djambi, each with the ruling that it comes from."""

from __future__ import annotations

from typing import Final

from sobremesa.core.options import Option, choice_option

OPTIONS: Final[list[Option]] = [
    Option("players", 4, "How many play.", "DJAMBI-R05", title="Players", low=2, high=4),
    Option(
        "board", 11, "Squares along a side.", "DJAMBI-R02", title="Squares along a side",
        allowed=[7, 9, 11, 13],
    ),
    choice_option(
        "camp_layout", "Beside the prince", "DJAMBI-R03",
        "Whether the necromobile or the zoomobile is next to the prince.",
        patent="the necromobile", modern="the zoomobile",
    ),
    choice_option(
        "two_player_layout", "Camps for two players", "DJAMBI-R04",
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
    choice_option(
        "remote_kill", "Remote killing", "DJAMBI-R10",
        "Where the remote killer kills from: its end square, or any square of its path.",
        end_square="from the end square", along_path="from any square of the path",
    ),
    choice_option(
        "remote_kill_count", "Remote victims", "DJAMBI-R11",
        "How many the remote killer kills: one, or all within reach.",
        one="one", all="all within reach",
    ),
    choice_option(
        "direct_killer_corpse", "Corpse of a direct kill", "DJAMBI-R12",
        "Where the direct killer's corpse goes: any free square, or the killer's square of origin.",
        any_free="on any free square", origin="on the killer's square of origin",
    ),
    choice_option(
        "centre_entry", "Stopping on the centre", "DJAMBI-R14",
        "Whether a piece other than a prince may stop on the empty centre and disappear.",
        capture_only="only to capture", suicide="also to disappear",
    ),
    choice_option(
        "send_to_centre", "Sending to the centre", "DJAMBI-R15",
        "Whom the zoomobile may send to the centre.",
        prince_only="princes only", nobody="nobody", anybody="anybody",
    ),
    choice_option(
        "centre_capture", "After a capture on the centre", "DJAMBI-R17",
        "What becomes of a piece that takes a prince's place on the centre: it disappears, or "
        "moves on.",
        vanish="the piece disappears", move_on="the piece moves on",
    ),
    choice_option(
        "warrior_step", "Two squares for a warrior", "DJAMBI-R20",
        "When a warrior may go two squares: in its player's first turn, in its own first move, "
        "or always.",
        player_first_turn="in its player's first turn",
        piece_first_move="in its own first move",
        always_two="always",
    ),
    choice_option(
        "two_left_centre", "The centre with two players left", "DJAMBI-R24",
        "Whether the centre gives two turns running when two players are left.",
        no_extra="no extra turn", double="two turns running",
    ),
    Option(
        "encircle_needs_no_necromobile", True,
        "Whether an encircled prince is lost only if its player has no necromobile.",
        "DJAMBI-R26", title="A necromobile saves the prince",
    ),
    choice_option(
        "inherit_delay", "Claiming an encircled camp", "DJAMBI-R29",
        "When the pieces of an encircled prince can be claimed: after one round, or at once.",
        one_round="after one round", none="at once",
    ),
    choice_option(
        "centre_encircle", "A prince encircled on the centre", "DJAMBI-R31",
        "What becomes of a prince encircled on the centre for a round.",
        vanish="disappears", safe="is safe",
    ),
    choice_option(
        "prince_loss", "Losing one of two princes", "DJAMBI-R33",
        "What a player with two princes loses along with one of them: only the prince, its camp, "
        "or everything.",
        last_prince="costs the prince", camp="costs its camp", first_prince="costs everything",
    ),
    choice_option(
        "fourth_prince", "Prince of the fourth camp", "DJAMBI-R34",
        "With three players: whether the prince of the fourth camp lives on when it is claimed.",
        extra_prince="lives on", dies_on_takeover="dies when claimed",
    ),
    Option(
        "no_kill_rounds", 50, "Rounds without a kill that make a draw; 0 sets no limit.",
        "DJAMBI-R37", title="Rounds without a kill", low=0,
    ),
]
