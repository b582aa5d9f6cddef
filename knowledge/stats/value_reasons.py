"""The rules a step can be explained with: ids of `rulings/rules/stats.yaml`, and one use of a rule."""

from typing import NamedTuple

ATK, DEF, BOTH = 0, 1, 2  # which value a reason speaks of

PRINTED = "printed-value-is-the-original-value"
TEXT_NAMES_THE_VALUE = "effect-changes-the-value-its-text-names"
PRINTED_WHEN_FACE_DOWN = "original-value-changes-only-face-up-on-the-field"
UNKNOWN_IS_ZERO = "unknown-value-counts-as-zero-on-the-field"
UNKNOWN_STAYS = "unknown-value-stays-unknown-off-the-field"
SAME_UNKNOWN = "an-unknown-value-is-the-same-as-another"

STOPS_FOR_GOOD = "negated-self-only-effect-stops-for-good"
STAYS_WHEN_NEGATED = "negated-effect-that-reaches-others-stays"
PAUSES = "negated-continuous-effect-pauses"
PAUSES_ON_THE_FIELD = "negated-card-on-the-field-changes-no-values"
RESUMES = "continuous-effect-resumes-after-negation"
DOES_NOTHING = "negated-effect-changes-nothing"
OWN_ONLY = "negating-a-monster-reaches-only-its-own-effects"

CHANGES_CURRENT = "gain-or-loss-works-on-the-current-value"
BELOW_ZERO = "gains-and-losses-add-up-below-zero"

FIXES = "activated-set-fixes-the-value"
ENDS_GAINS = "activated-set-ends-earlier-gains-and-losses"
ENDS_SETS = "activated-set-ends-earlier-sets"
RESTS = "continuous-effect-rests-under-a-fixed-value"
COMES_LATER = "activated-set-leaves-later-activations-alone"
WAITS = "resolved-effect-may-wait-for-its-condition"
NOT_YET = "effect-that-had-not-applied-yet-still-applies"
RETURNS = "resting-continuous-effect-returns"

ALTERS_ORIGINAL = "original-change-counts-from-the-original-value"
GAINS_AGAIN = "original-change-applies-gains-and-losses-again"
NO_SETS_AGAIN = "original-change-ends-earlier-sets"
FIXES_NOTHING = "original-change-fixes-nothing"
EACH_ALONE = "each-value-is-counted-on-its-own"

IN_ORDER_OF_TEXT = "effect-is-carried-out-in-the-order-of-its-text"

COUNTED_OUT = "ended-effect-is-counted-out"
SURVIVES = "survivor-of-its-own-price-returns-to-its-values"
ALREADY_STOPPED = "stopped-effect-has-nothing-left-to-end"

CONTINUOUS_SET = "continuous-set-applies-once"
GAINS_AFTER_SET = "continuous-set-counts-continuous-gains-again"
LEAVES_OUT = "continuous-set-leaves-out-earlier-activated-gains"
COVERS = "continuous-set-only-covers-earlier-sets"
UNCOVERED = "covered-values-return-after-a-continuous-set"
COUNTED_ANEW = "continuous-amount-is-counted-anew"

CONTINUOUS_ORIGINAL = "continuous-original-change-moves-the-original-value"
KEEPS_FIXED = "continuous-original-change-leaves-a-fixed-value"

LAST = "some-effects-always-apply-last"
LAST_FROM_ORIGINAL = "last-effect-from-the-original-value-keeps-continuous-gains"
LAST_IN_ORDER = "last-effects-have-a-known-order"
LAST_UNORDERED = "last-effects-without-a-known-order"

# by the law of a later day
FREEZES = "activated-original-change-freezes-what-it-found"
GIVEN_ONCE = "original-change-ends-what-the-summon-gave"
BRINGS_BACK = "original-change-brings-suppressed-gains-back"
SETS_AGAIN = "original-change-counts-continuous-sets-again"
AT_CALCULATION = "gains-for-damage-calculation-count-again"
IN_DAMAGE_STEP = "set-for-the-damage-step-is-made-again"
SUPPRESSED = "some-waiting-effects-are-suppressed-too"
OVERRIDES = "continuous-original-set-overrides-a-fixed-value"
LAST_TODAY = "last-effects-have-their-present-order"
BEFORE_A_MONSTER = "what-was-done-before-it-was-a-monster-stays"

ONLY_CALCULATION = "changing-the-calculation-changes-no-value"
ROUNDED_UP = "half-points-are-rounded-up"

ENDING = frozenset((ENDS_GAINS, ENDS_SETS, NO_SETS_AGAIN, STOPS_FOR_GOOD, COUNTED_OUT))  # each lets an effect end


class Reason(NamedTuple):
    """A rule used in a step: which effect, about which other effect, on which value, with which number."""

    rule: str
    by: str = ""
    other: str = ""
    stat: int = BOTH
    value: int | None = None
