"""A stated table that names something that does not exist is refused, never quietly answered."""

import pytest

ASKED = {"card": "灰流丽", "at": "main1"}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"happened": [{"event": "destroyedd", "card": "self"}]}, "unknown event `destroyedd`; nearest: destroyed."),
        ({"earlier": [{"event": "atack-declared"}]}, "unknown event `atack-declared`; nearest: attack-declared."),
        ({"chain": [{"card": "虹彩之魔术师", "effect": "p9"}]}, "has no effect p9; it has: p1, 0, 1."),
        ({"applied": [{"card": "突进", "effect": 7}]}, "has no effect 7; it has: 1."),
        ({"known": {"cost-payable": "maybe"}}, "`cost-payable` cannot be `maybe`; accepted: yes, no."),
        ({"known": {"cost-payabel": "no"}}, "unknown fact `cost-payabel`; nearest: cost-payable."),
    ],
)
def test_a_word_the_table_cannot_mean_is_refused_with_the_nearest(client, given, says):
    reply = client.post("/api/v1/can", json={**ASKED, "given": given})
    assert reply.status_code == 400
    assert says in reply.get_json()["detail"]


def test_a_pendulum_effect_may_be_named_in_the_chain(client):
    chain = {"chain": [{"card": "紫毒之魔术师", "effect": "p1"}]}
    assert client.post("/api/v1/can", json={**ASKED, "given": chain}).get_json()["verdict"] == "no"
    assert client.get("/ask?card=灰流丽&at=main1&link=紫毒之魔术师/p1&link_by=opponent&lang=en").status_code == 200
