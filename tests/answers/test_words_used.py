"""Whoever answers a question, a clause of which the answer used no word takes its sureness away."""

import pytest

from service.answers.ask import _OUTCOMES, understood_question
from service.answers.ask_left_out import OF_FIGURES, OF_NO_TABLE

SURE = ("yes", "no", "must")
OUTCOMES = {answer.__name__: answer for answer in _OUTCOMES}
ANSWERED = {  # who answers → sentences, each in the languages in which he is asked
    "missed_timing": {
        "zh": "杀人番茄会错过时点吗",
        "en": "does mystic tomato miss the timing?",
        "ja": "キラー・トマトはタイミングを逃しますか",
    },
    "printed_kind": {"en": "is effect veiler once per turn"},
    "printed_duty": {"zh": "三眼怪的效果是必发吗", "en": "is sangan's effect mandatory"},
    "printed_cost": {},
    "of_what_it_acted_on": {},
    "chained_kind": {},
    "lasting_negation": {
        "zh": "王宫的敕命在场，我发动强欲之壶，能抽卡吗",
        "en": "imperial order is face up, does my raigeki resolve",
        "ja": "王宮の勅命がある時、サンダー・ボルトの効果は適用されますか",
    },
    "bond_outcome": {
        "zh": "活死人的呼声被旋风炸了，拉出来的怪会被破坏吗",
        "en": "if Call of the Haunted leaves the field, is the monster destroyed",
        "ja": "リビングデッドの呼び声がサイクロンで破壊された。蘇生したモンスターは破壊されますか",
    },
    "of_what_it_brings": {"zh": "死者苏生拉回来的怪这回合可以打吗"},
    "used_before": {},
    "speeds_compared": {
        "zh": "反击陷阱能被速攻魔法连锁吗",
        "en": "can I chain a normal trap to a quick-play spell",
        "ja": "カウンター罠に速攻魔法をチェーンできますか",
    },
    "attacks": {"zh": "青眼白龙能攻击两次吗", "en": "can Blue-Eyes White Dragon attack twice"},
    "declaration": {"zh": "对方场上没有怪兽，我的青眼白龙能直接攻击吗"},
    "fate": {"en": "can spirit reaper be destroyed by battle", "ja": "マシュマロンは戦闘で破壊される？"},
    "beside_a_chain": {
        "zh": "我方场上有「青眼白龙」，对方发动「雷击」，我连锁发动「我身作盾」。青眼白龙会被破坏吗",
        "en": "My opponent activates Dark Hole. I chain Book of Moon and turn my own Blue-Eyes White Dragon face-down. "
        "Is it still destroyed by Dark Hole?",
    },
    "chain_outcome": {
        "zh": "我发动技能抽取，对面连锁旋风炸掉了，技能抽取还有效吗",
        "en": "opponent chains mst to my heavy storm and destroys it, does heavy storm still resolve",
        "ja": "強欲な壺にサイクロンをチェーンしたらドローは無効になりますか",
    },
    "negation_asked": {
        "zh": "效果遮蒙者能无效手卡的怪兽的效果吗",
        "en": "can effect veiler negate a monster in the hand",
        "ja": "エフェクト・ヴェーラーで手札のモンスターの効果を無効にできますか",
    },
    "bound_to_a_player": {"en": "does the target of compulsory evacuation device have to be the opponent's"},
    "deed_asked": {
        "zh": "灰流丽能抽卡吗",
        "en": "can mst negate a normal spell",
        "ja": "サイクロンは通常罠の効果を無効にできますか",
    },
    "effect_after_a_negated_summon": {
        "zh": "三眼怪的召唤被神之宣告无效了，三眼怪能检索吗",
        "en": "The summon of my Sangan was negated by Solemn Judgment. Do I get to search with Sangan?",
        "ja": "クリッターの召喚が神の警告で無効になりました。クリッターの効果は発動しますか",
    },
    "whereabouts": {
        "zh": "大宇宙在场，我的怪兽被战斗破坏会去哪",
        "en": "Where do destroyed monsters go under Macro Cosmos?",
        "ja": "次元の裂け目がある時、戦闘で破壊されたモンスターはどこへ行きますか",
    },
    "each_time_asked": {
        "zh": "对面丢了增殖的G 我连接召唤 他抽卡吗",
        "en": "my opponent used maxx c and i link summon. do they draw",
        "ja": "増殖するGの適用中、相手が特殊召喚しました。ドローは必ずしますか",
    },
    "summon_of_a_kind": {
        "zh": "群雄割据在场 我场上是龙族 能通招战士族吗",
        "en": "Rivalry of Warlords is up and I control a Dragon. Can I normal summon a Warrior?",
        "ja": "群雄割拠がある時、自分の場にドラゴン族がいる。戦士族を召喚できますか",
    },
    "permission": {
        "zh": "王宫的通告在场时我可以从手卡盖放陷阱卡吗",
        "en": "if my opponent controls vanity's emptiness can i normal summon",
        "ja": "王宮の勅命がある時、魔法カードをセットできますか",
    },
    "activation_of_a_kind": {
        "zh": "人造人 念力震慑者在场的时候能发动陷阱卡吗",
        "en": "can i activate traps under jinzo",
        "ja": "人造人間－サイコ・ショッカーがいる時に罠カードを発動できますか",
    },
    "activation_from_a_place": {},
    "oath_kept": {"zh": "发动了强欲而谦虚之壶的回合还能特殊召唤吗"},
    "answered_attack": {},
    "way_out": {
        "zh": "星尘龙能通常召唤吗",
        "en": "can Stardust Dragon be Normal Summoned",
        "ja": "スターダスト・ドラゴンは通常召喚できますか",
    },
    "battle_phase": {
        "zh": "魔法筒发动后，战斗阶段还继续吗",
        "en": "does the battle phase end after magic cylinder",
        "ja": "魔法の筒を使ったらバトルフェイズは終了しますか",
    },
    "attack_course": {
        "zh": "月之书把攻击的怪盖了，攻击还继续吗",
        "en": "the attacking monster is turned face-down, does the attack continue",
        "ja": "攻撃モンスターが裏側になったら攻撃は続行されますか",
    },
    "fight_outcome": {
        "zh": "青眼白龙攻击对方攻击表示的青眼白龙，双方都会被破坏吗",
        "en": "my 2400 atk monster runs into a 2400 atk attack position monster, do both die",
        "ja": "青眼の白龍がサイバー・ドラゴンを攻撃しました。サイバー・ドラゴンは戦闘破壊されますか",
    },
    "struck": {"zh": "自己场上的「棉花糖」被对方的「地碎」破坏吗？"},
    "use_asked": {},
    "taking": {
        "zh": "增援能检索闪刀姬零衣吗",
        "en": "Can Monster Reborn bring back a Cyber Dragon from my opponent's graveyard?",
    },
    "described_taken": {
        "zh": "旋风能破坏盖放的陷阱吗",
        "en": "does dark hole destroy face-down monsters too",
        "ja": "激流葬は自分のモンスターも破壊しますか",
    },
    "how_many": {
        "zh": "强欲之壶能抽几张",
        "en": "how many cards does pot of greed draw",
        "ja": "強欲な壺は何枚ドローできますか",
    },
    "how_often": {
        "zh": "灰流丽一回合能用几次",
        "en": "how many times can i use ash blossom per turn",
        "ja": "うららは1ターンに何回使えますか",
    },
    "activation_of_the_unaffected": {"zh": "「天岩户」的效果适用中，不受影响的怪兽能发动效果吗"},
    "shown_to_the_other": {
        "zh": "增援检索的怪兽要给对方看吗",
        "en": "do i have to reveal the card i added with reinforcement of the army",
        "ja": "増援で手札に加えたカードは相手に見せる必要がありますか",
    },
    "times_in_chain": {
        "zh": "天霆号 阿宙斯①一个连锁里能发动好几次吗",
        "en": "can divine arsenal aa-zeus - sky thunder activate its first effect multiple times in one chain",
        "ja": "天霆號アーゼウスの①は同一チェーン上で複数回発動できますか",
    },
    "resolving_without_its_target": {
        "zh": "旋风处理时对象卡已经不在场上了，效果还适用吗",
        "ja": "サイクロンの処理時に対象のカードがフィールドに存在しない場合、効果は適用されますか",
    },
    # kinds of question that are answered without a table
    "answerable": {
        "zh": "超融合能被连锁吗",
        "en": "can i respond to super polymerization?",
        "ja": "超融合にチェーンできますか",
    },
    "replay": {
        "zh": "攻击宣言后对方特殊召唤了怪兽，会卷回吗",
        "en": "i declared an attack and opp bounced their monster, is there a replay",
        "ja": "攻撃宣言後に相手がモンスターを特殊召喚しました。巻き戻しは起こりますか",
    },
    "damage": {
        "zh": "青眼白龙攻击欧尼斯特，对方受到多少战斗伤害",
        "en": "i attack directly with cyber dragon how much damage",
        "ja": "青眼の白龍がキラー・トマトを攻撃したら戦闘ダメージはいくつですか",
    },
    "stats": {
        "zh": "青眼白龙被收缩之后攻击力是多少",
        "en": "what's cyber dragon's attack after limiter removal",
        "ja": "リミッター解除を使ったサイバー・ドラゴンの攻撃力は？",
    },
    "amount": {"zh": "神之警告发动要付多少血"},
    "rule": {
        "zh": "一回合能通招两次吗",
        "en": "can i normal summon twice in one turn",
        "ja": "1ターンに2回通常召喚できますか",
    },
    "targets": {"zh": "强制脱出装置取不取对象", "en": "does raigeki target", "ja": "大嵐は対象を取る効果ですか"},
    "cost": {"zh": "雷破丢的那张手卡算cost吗", "en": "is discarding a card for raigeki break a cost"},
    "outcome": {},
    "refund": {"zh": "神之宣告无效了对方的召唤，我付的一半LP会还给我吗"},
}
ASKED = [(who, lang, text) for who, texts in ANSWERED.items() for lang, text in texts.items()]
POLITE = {
    "zh": ("请问{}", "大佬们好，{}"),
    "en": ("Hi, {}", "Quick question: {}"),
    "ja": ("すみません、{}", "質問です。{}"),
}
UNKNOWN = {  # words that nobody knows, and words that everybody knows and no answer of this kind takes in
    "zh": (
        "对方场上有「嗡嗡机械蜂王」，{}",
        "如果对方没有同意的话，{}",
        "我的额外卡组已经空了，{}",
        "上回合它被里侧除外过的话，{}",
    ),
    "en": (
        "with zanthor's oven on the field, {}",
        "my opponent controls gribblefang the unbaked, {}",
        "my extra deck is empty, {}",
    ),
    "ja": ("ペコポン草が場にあるとき、{}", "相手が同意しなかった場合、{}", "自分のEXデッキは空です。{}"),
}


def is_sure(answer):
    """Whether a verdict or a figure is given without reserve."""
    told = answer["verdict"] in SURE or (answer["verdict"] is None and answer["question"]["kind"] in OF_FIGURES)
    return told and answer["question"]["kind"] != "incomplete"


def test_every_way_to_answer_is_walked():
    assert set(ANSWERED) == {*OUTCOMES, *OF_NO_TABLE}


@pytest.mark.parametrize(("who", "lang", "text"), ASKED)
def test_the_sentence_is_answered_by_who_is_named(desk, asked, who, lang, text):
    read = understood_question(desk, text)
    assert is_sure(asked(text))
    assert OUTCOMES[who](desk, read) is not None if who in OUTCOMES else read.kind == who


@pytest.mark.parametrize(("text", "words"), [
    (text, words) for _, lang, text in ASKED for words in UNKNOWN[lang]
])  # fmt: skip
def test_a_clause_that_was_not_used_leaves_no_sure_answer(asked, text, words):
    answer = asked(words.format(text))
    assert not is_sure(answer), answer["sentence"]


@pytest.mark.parametrize(("text", "words"), [(text, words) for _, lang, text in ASKED for words in POLITE[lang]])
def test_polite_words_change_nothing(asked, text, words):
    answer, plain = asked(words.format(text)), asked(text)
    assert (answer["verdict"], answer["sentence"]) == (plain["verdict"], plain["sentence"])
