"""The sentences that the scripts of the pages say."""

from __future__ import annotations

from typing import Any

from sobremesa.table.words import Say, forms, plural


def script_words(say: Say) -> dict[str, Any]:
    """Gives the sentences that the script says, those that go by a number in all their forms."""
    return {
        "lost": say("The connection is lost; trying again…"),
        "back": say("Connected again."),
        "pass_device": say("Pass the device to {name}."),
        "ready": say("I am {name}"),
        "copied": say("Copied"),
        "copy": say("Copy"),
        "watch": say("To watch"),
        "seat": say("Seat {number}"),
        "next_hand": say("Next hand"),
        "is_here": say("is here"),
        "is_away": say("is away"),
        "not_yet": say("has not come yet"),
        "is_held": say("is away: a bot holds the seat"),
        "been_away": say("{name} is not here."),
        "let_bot": say("Let a bot hold the seat"),
        "ahead": say("On your turn: {thing}. Touch it again to take that back."),
        "forgotten": say("Not played after all: {thing}."),
        "not_now": say("That cannot be played now."),
        "bot": say("bot"),
        "step": say("Step {step} of {steps}"),
        "send_failed": say("That did not reach the table; trying again…"),
        "server_trouble": say("The table has trouble answering; trying again…"),
        "unreadable": say("The table gave an answer that cannot be read."),
        "gave_up": say("The table has trouble answering. Wait a little, then try once more."),
        "again": say("Play again"),
        "onward": say("To the new table"),
        "other_table": say("Another table"),
        "your_turn": say("Your turn · {title}"),
        "share": say("Share"),
        "code": say("Code for a camera"),
        "code_for": say("Code of the link: {who}"),
        "forget": say("Take {game} off this list"),
        "turn": say("Turn"),
        "take_back": say("Take back"),
        "play": say("Play"),
        "pause": say("Pause"),
        "speed": say("Speed: {speed}"),
        "choose_end": say("Where does it go?"),
        "what_fits": say("What goes there?"),
        "nothing_fits": say("Nothing fits there"),
        "time_left": say("{seconds} s left"),
        "time_long": say("{time} left"),
        "days_left": say("{days} d {hours} h"),
        "was_late": say("The time of {name} was up: the table has moved."),
        "were_late": say("Your time was up: the table has moved for you."),
        "come_back": say("Take the seat again"),
        "you_left": say("A bot holds your seat."),
        "agree": say("Agree"),
        "decline": say("Decline"),
        "withdraw": say("Take the offer back"),
        "take_consent_back": say("Take that back"),
        "consent_rule": say("They do only while everybody who plays agrees."),
        "consented": say("You have agreed."),
        "not_consented": say("You have not agreed."),
        "was_blocked": say("You and {name} do not meet any more. Your page lists whom you block."),
        "was_reported": say("The owner of this server will read it."),
        "turn_or_lay": say("Touch it again to turn it"),
        "amount": say("How much"),
        "thinking": say("Working it out…"),
        "trick_number": say("Trick"),
        "cost": say("cost {count}"),
        "cost_unknown": say("cost unknown"),
        "go_back": say("Go back there"),
        "statistics": say(
            "{won} of {played} won ({share} %), {close} nearly; {streak} in a row, "
            "{longest} at most; the deal of the day on {days}."
        ),
        "statistics_of_all": say(
            "{won} of {played} won ({share} %); {streak} in a row, {longest} at most."
        ),
        "streaks": say("Deals of the day: {days}."),
        "days": forms(say(plural("{count} day", "{count} days"))),
        "days_in_row": forms(say(plural("{count} day in a row", "{count} days in a row"))),
        "face": say("Face {number}"),
        "tell_day": say("Share the result"),
        "deal_won": say("Deal won"),
        "deal_close": say("Deal nearly won"),
        "deal_shared": say("Deal shared"),
        "deal_lost": say("Deal lost"),
        "unread": forms(say(plural("{count} new line", "{count} new lines"))),
        "whispers": say("{name} to {to} alone:"),
        "to_one": say("Only to {name}"),
        "checking": say("Checking…"),
        "yours_kept": say("What this device added is part of them."),
        "yours_lost": say("What this device added is not part of them: something is wrong."),
        "not_promised": say("The secret is not the one that was promised: something is wrong."),
        "not_checked": say("The deals could not be checked. Try again in a moment."),
        "invitation": say("Invitation"),
        "sit_down": say("Sit down"),
        "free_seat": say("free"),
        "you": say("you"),
        "house_rules": say("house rules"),
        "free_seats": forms(say(plural("{count} free seat", "{count} free seats"))),
        "waiting_for": forms(say(plural(
            "Waiting for {count} more person…", "Waiting for {count} more persons…"
        ))),
        "bots_soon": say("Bots are offered in {seconds} s if nobody comes."),
        "bots_offer": say("Let bots have the free seats"),
        "bots_agreed": say("{agreed} of {waiting} want to begin with bots."),
        "partner": say("Your partner"),
        "organiser": say("For organisers"),
        "going": say("All are here: to the table…"),
        "rated": say("rated"),
        "notices_on": say("This device gets notices of this table."),
        "notices_off": say("This device gets no more notices of this table."),
        "notices_denied": say(
            "The browser does not allow notices. Its settings for this site can change that."
        ),
        "notices_failed": say("The browser could not ask its push service for notices. Try later."),
        "is_over": say("over"),
        "keeping": say("Fetching what is needed: {percent} %"),
        "is_kept": say("Kept on this device: it opens without a connection."),
        "is_damaged": say("What was kept on this device is no longer whole. Keep it once more."),
        "not_kept": say(
            "It could not be kept: this device has no room for it, or does not allow it. "
            "With a connection you can play all the same."
        ),
        "no_engine": say("The game cannot be started on this device."),
        "to_offline": say("To the games without a connection"),
        "sign_in": say("Sign in"),
        "passkey_failed": say("No passkey was made or used. Try again when you are ready."),
        "passkey_known": say("This device has a passkey for your account already."),
        "no_passkeys": say(
            "This browser offers no passkeys here: they need https, or localhost."
        ),
    }
