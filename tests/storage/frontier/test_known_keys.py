"""The bounded memory of addresses."""

from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.known_keys import KnownKeys

KEYS = [f"地址{number}".encode() for number in range(6)]


def test_what_is_asked_for_stays_and_the_rest_is_forgotten() -> None:
    known = KnownKeys(4)
    known.put(KEYS[0], 0.5)
    for key in KEYS[1:]:
        known.put(key, State.DONE)
        assert known.get(KEYS[0]) == 0.5
    assert known.forgot
    assert known.get(KEYS[1]) is None


def test_clearing_forgets_all_and_starts_anew() -> None:
    known = KnownKeys(2)
    for key in KEYS:
        known.put(key, 0.0)
    known.clear()
    assert not known.forgot
    assert len(known) == 0
    assert known.get(KEYS[-1]) is None


def test_many_keys_are_all_remembered_with_their_latest_states() -> None:
    known = KnownKeys(500_000)
    keys = [
        f"http://党建.cn/{number}".encode() for number in range(200_000)
    ]  # more than a table has at first
    for number, key in enumerate(keys):
        known.put(key, float(number))
    for key in keys[::3]:
        known.put(key, State.DONE)
    assert len(known) == 200_000
    assert not known.forgot
    for number, key in enumerate(keys):
        assert known.get(key) == (State.DONE if number % 3 == 0 else number)
    assert known.get("http://党建.cn/新".encode()) is None


@given(
    st.integers(1, 9),
    st.lists(st.tuples(st.sampled_from(KEYS), st.none() | st.just(State.LEASED) | st.floats(-1, 1))),
)
def test_what_is_remembered_is_the_latest_and_counted_once(most, steps) -> None:
    known, truth = KnownKeys(most), {}
    for key, value in steps:
        if value is None:
            assert known.get(key) in (truth.get(key), None)
        else:
            known.put(key, value)
            truth[key] = value
            assert known.get(key) == value
        assert len(known) <= max(2, most)
    assert known.forgot or len(known) == len(truth)
    for key, value in truth.items():
        assert known.get(key) == value or known.forgot  # to ask may itself push another one out
