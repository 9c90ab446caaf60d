package seats

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/export"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
	"hybrid/rules"
	"hybrid/rules/collect"
)

var (
	pairs    = flag.Int("pairs", 10, "how many pairs of tables are played that differ in secrets")
	fromPair = flag.Int("from", 0, "the seed of the first pair; others follow")
)

// pair is two tables that differ in one secret.
type pair struct {
	name   string
	table  *seating             // nil for the one that secrets are kept in, as Kira's player sees it
	files  [2]map[string]string // what the files of each campaign replace, old text to new, or a file that is added
	before []string             // lines of both
	lines  [2][]string          // the secret
	after  []string             // lines of both; after each group, which ends with an empty line, everything is compared
}

// seating is a game at a table, and who of its players looks.
type seating struct {
	campaign, begin string
	seat            string   // that looks, with those of its side
	also            []string // others of that side
	tells           string   // the beginning of a line that shows all players a text
	asks            []string // what the seat asks for: METHOD PATH, and a body
	say             string   // what it says in the end
}

// kiras is the table of the campaign that secrets are kept in.
var kiras = &seating{begin: "begin hatch", seat: "kira", tells: "whisper kira and dov", say: `{"Want": {"Check": "sword"}}`, asks: []string{"GET /seat/offer",
	`POST /seat/weigh {"Deed": "attack", "Whom": "p4"}`, `POST /seat/weigh {"Other": "move"}`, `POST /seat/say {"Undo": true}`}}

// skirmish is a table of two sides, each with a hand of cards, as in the acceptance case S 12. The clones look.
var skirmish = &seating{campaign: "heresiarch", begin: "begin first", seat: "scorpion", also: []string{"hybrid_one", "h2"}, tells: "rename h2", say: `{"Want": {"Other": "done"}}`,
	asks: []string{"GET /seat/offer", "GET /seat/offer?as=hybrid_one", "GET /seat/card?card=omen", "GET /seat/card?card=rush", "GET /seat/card?card=feint&as=h2", "GET /seat/person?id=p3", "GET /seat/person?id=p4&as=hybrid_one",
		"GET /seat/sheet?as=hybrid_one", `POST /seat/weigh {"Deed": "steal", "Cards": "rush"}`, `POST /seat/weigh {"Deed": "steal", "Cards": "omen"}`, `POST /seat/weigh?as=hybrid_one {"Deed": "strike", "Whom": "p3"}`,
		`POST /seat/say?as=hybrid_one {"Want": {"Deed": "strike", "Whom": "p3", "Ticks": [{"Name": "hindrance", "Row": "rush"}]}}`}}

// tribes is a table of two tribes, each with a deck of cards, as in the acceptance case T 12. The blue tribe looks.
var tribes = &seating{campaign: "two_tribes", begin: "begin skirmish_at_the_well", seat: "blue", also: []string{"blue_champion"}, tells: "rename blue_champion", say: `{"Want": {"Other": "done"}}`,
	asks: []string{"GET /seat/offer", "GET /seat/offer?as=blue_champion", "GET /seat/person?id=p1", "GET /seat/person?id=p2", "GET /seat/card?card=blood_trail", "GET /seat/card?card=night_run"}}

func said(lines ...string) [2][]string { return [2][]string{nil, lines} }

// repeated returns n times a line.
func repeated(n int, line string) []string {
	return strings.Split(strings.TrimSuffix(strings.Repeat(line+"\n", n), "\n"), "\n")
}

// covered is a file by which no weapon is seen; one answer is possible against all of them.
var covered = map[string]string{"tables/own.yaml": `knowledge: {hand: {open: never}, deed: {as: action}}
actions: {duck: {answers: attack, counts: 1}}
`}

// marking is a file with a secret condition that holds by another one.
var marking = map[string]string{"tables/own.yaml": "conditions:\n  marked: {secret: true}\n  doomed: {holds: is.marked, secret: true, cannot: [act], hides: [place]}\n"}

// dealt is a file with a deck, of which one lays a card under it.
var dealt = map[string]string{"tables/own.yaml": `tables:
  tricks: {deck: all, hands: actor, rows: {feint: {}, rush: {}, crown: {}}}
actions:
  sort: {any_time: true, steps: {lay: {do: [{deal: tricks, from: hand, to: bottom}]}}}
`}

// scored is two files with a score of sides, other points of theirs, and a side that nobody sees.
var scored = map[string]string{"shooter: {side: gang": "shooter: {side: watchers",
	"tables/own.yaml": "pools:\n  OMENS: {of: side, max: none, start: 0}\n  FAVOUR: {label: Favour, of: side, max: none, start: 0, score: true}\n"}

// rooting is a file with a secret condition that keeps one from moving, and an open one that another secret ends.
var rooting = map[string]string{"tables/own.yaml": `conditions:
  rooted: {secret: true, cannot: [move]}
  spent: {holds: is.rooted and PFT.now < 30, secret: true}
  blessed: {until: is.spent}
  laden: {group: load}
  loaded: {group: load, say: {put: "{who is} loaded", from laden: "{who is} loaded once more"}}
`}

// menacing is a file with a deed whose harm a secret raises; the question names the harm.
var menacing = map[string]string{"tables/own.yaml": `conditions: {fierce: {secret: true}}
actions:
  menace:
    whom: true
    counts: 2
    tags: [physical, offence]
    basis: {else: PST}
    steps:
      fury: {label: Fury, tally: {base: {label: Fury, add: "is.fierce ? 40 : 1"}}}
      grim: {value: fury.total * 2}
      answer: {label: Cower, who: other, offer: menace, question: "how does {other} answer {fury.total} of {who}, {grim wound|wounds}?"}
  cower: {answers: menace, counts: 1}
`}

// lashing is a file with a deed of a step of each kind before its question.
const lashing = `pools: {HP: {label: Health, max: 20}}
dice: {fate: {faces: {sun: 1, moon: 1}}}
conditions: {marked: {}}
actions:
  lash:
    label: Lash
    whom: true
    counts: 2
    tags: [physical, offence]
    basis: {else: PST}
    steps:
      hurt: {label: Lash, who: other, do: [{lose: HP, by: 5}, {put: marked}]}
      omen: {label: Omen, who: other, throw: fate, dice: 3}
      doom: {label: Doom, throw: fate, dice: 2}
      near: {label: Near, pick: is.marked}
      soak: {label: Soak, who: other, offer: soak, question: "QUESTION"}
  soak: {answers: soak, counts: 1}
`

// exits is a scene with ways out, by what they stand after.
var exits = map[string]string{exitsOf: exitsOf + "\nexits:\n  ladder: {label: the ladder, place: -10}\n  door: {label: the door, place: 40}"}

const exitsOf = "name: One-Eyed Tilde, looks: a shadow in the loft}"

// TestAnswersToAWeaponThatIsNotSeen has Kira asked for the answer that doesn't go by the weapon, and for no other.
func TestAnswersToAWeaponThatIsNotSeen(t *testing.T) {
	tb := newTableOf(t, secretFiles(t, covered), Options{}, "begin hatch", "turn kira 30", "turn hanne 10", "next", "hanne: attack kira with harpoon")
	kira := tb.seat("kira")
	tb.within(func() { _, _ = tb.session.Do(command.Command{Line: "next"}) })
	tb.drawn()
	page := tb.ask("GET", "/seat?as=kira", "", kira).Body.String()
	if !strings.Contains(page, `data-choice="duck"`) || strings.Contains(page, `data-choice="parry`) || strings.Contains(page, "Harpoon") {
		t.Errorf("the page is\n%s", page)
	}
}

// bare is a small game that keeps no knowledge, with the deed of menacing.
var bare = map[string]string{
	"campaign.yaml": "campaign: {label: Bare, pack: own}\ncast: [kira, hanne]\n",
	"own/pack.yaml": "pack: {label: Own, count: 1, unit: s, check: feat}\nstats: {PST: {label: Strength}}\ntags: {physical: {}, offence: {}}\ndegrees: {good: {factor: 1}, poor: {factor: 0}}\n" +
		"checks: {feat: {roll: d100, numbers: {chance: {basis: {label: Basis, add: basis}}}, results: {margin: chance - roll, made: margin >= 0}, ladder: feats}}\nladders: {feats: {steps: {good: made, poor: otherwise}}}\n" +
		"order: {scheme: counts, initiative: {d: {add: d6}}, first: 1, time: time, back: keep}\nnumbers: {time: {base: {add: action.counts}}}\n",
	"characters/kira.yaml": "character: {name: Kira Vance, player: Ana}\nstats: {PST: 9}\n", "characters/hanne.yaml": "character: {name: Harpoon Hanne, kind: adversary}\nstats: {PST: 9}\n",
	"encounters/hatch.yaml": "sides: {ours: {}, gang: {}}\ncombatants: {kira: {side: ours}, hanne: {side: gang}}\n",
}

// TestValuesInAQuestion has Kira read the values of a question in a game that keeps no knowledge. Where knowledge is kept she reads her own,
// and the label if another's stands in the question.
func TestValuesInAQuestion(t *testing.T) {
	own := strings.Replace(menacing["tables/own.yaml"], "{fury.total} of {who}, {grim wound|wounds}", "{who} with {other.PST point|points}", 1)
	kinds := func(question string) map[string]string {
		return map[string]string{"tables/own.yaml": strings.Replace(lashing, "QUESTION", question, 1)}
	}
	for _, row := range []struct {
		name       string
		files      map[string]string
		want, less string
	}{
		{"all is known of each kind", kinds("{hurt.HP} lost, {omen.dice sun|suns}, {doom.dice} and {near}"), "5 lost, 3 suns, 2 and 1", "How do"},
		{"one’s own loss and throw", kinds("{hurt.HP} lost, {omen.dice sun|suns}"), "5 lost, 3 suns", "How do"},
		{"another’s throw", kinds("{doom.dice} suns"), "How do you answer?", "suns"},
		{"how many were seen", kinds("one of {near}"), "How do you answer?", "one of"},
		{"all is known", map[string]string{"tables/own.yaml": menacing["tables/own.yaml"]}, "How does Kira answer 1 of Hanne, 2 wounds?", "How do you answer"},
		{"another’s total", menacing, "How do you answer?", "wounds"},
		{"one’s own value", map[string]string{"tables/own.yaml": own}, "How does Kira answer a woman with a harpoon with 14 points?", "Hanne"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := secretFiles(t, row.files)
			if strings.HasPrefix(row.name, "all is known") {
				files := maps.Clone(bare)
				maps.Copy(files, row.files)
				c = gmtest.OpenFiles(t, files)
			}
			deed := collect.Choose(strings.Contains(row.files["tables/own.yaml"], "lash:"), "lash", "menace")
			lines := []string{"begin hatch", "turn kira 30", "turn hanne 3"}
			if !strings.HasPrefix(row.name, "all is known") {
				lines = append(lines, "turn dov 40", "turn mate 300", "turn shooter 500")
			}
			tb := newTableOf(t, c, Options{}, append(lines, "next", "hanne: "+deed+" kira")...)
			kira := tb.seat("kira")
			tb.within(func() { _, _ = tb.session.Do(command.Command{Line: "next"}) })
			tb.drawn()
			page := tb.ask("GET", "/seat?as=kira", "", kira).Body.String()
			_, page, _ = strings.Cut(page, "<main>")
			if !strings.Contains(page, row.want) || strings.Contains(page, row.less) {
				t.Errorf("the page is\n%s", page)
			}
		})
	}
}

// TestQuestionOfANumber has Kira asked for a number in the words of its step, which keep their question mark at the desk and on the phone.
func TestQuestionOfANumber(t *testing.T) {
	files := maps.Clone(bare)
	maps.Copy(files, map[string]string{"tables/own.yaml": strings.Replace(lashing, "offer: soak, question: \"QUESTION\"", "ask: {what: points, least: 0, most: 4}, question: \"{who}, how many of {doom.dice sun|suns} do you soak?\"", 1)})
	tb := newTableOf(t, gmtest.OpenFiles(t, files), Options{}, "begin hatch", "turn kira 30", "turn hanne 3", "next", "hanne: lash kira")
	kira := tb.seat("kira")
	var need *rules.Need
	tb.within(func() { _, err := tb.session.Do(command.Command{Line: "next"}); errors.As(err, &need) })
	tb.drawn()
	if page := tb.ask("GET", "/seat?as=kira", "", kira).Body.String(); need == nil || need.Text != "Kira Vance: Hanne, how many of 2 suns do you soak, from 0 to 4? · omen 2 sun, 1 moon; doom 2 moon" || !strings.Contains(page, ">Hanne, how many of 2 suns do you soak?<") {
		_, page, _ = strings.Cut(page, "<main>")
		t.Errorf("the desk asks %v, and the page is\n%s", need, page)
	}
}

// thePairs lists a pair for each secret that once showed on a phone or on the table screen.
func thePairs() []pair {
	hannesTurn := []string{"turn kira 30", "turn dov 40", "turn mate 300", "turn hanne 3", "turn shooter 500", "next"}
	kirasTurn := []string{"turn kira 3", "turn dov 40", "turn mate 300", "turn hanne 30", "turn shooter 500"}
	twins := "  hanne:   {side: gang, from: harpooner, name: Harpoon Hanne}"
	two := func(one, other string) map[string]string {
		const of = "  %s: {side: gang, from: harpooner, name: %s, looks: a man in a coat}\n"
		return map[string]string{twins: fmt.Sprintf(of, one, "Abel") + fmt.Sprintf(of, other, "Cain") + twins}
	}
	// struck returns an attack on Kira up to what she is asked, after some answers.
	struck := func(by, with, next string) []string { return []string{by + ": attack kira with " + with, next} }
	placed := []string{"place kira 0", "place hanne 10", "place shooter 20"}
	walking := append(slices.Clone(kirasTurn), "place kira 0", "next", "kira: move to 20 walking, dice 1")
	lastTurns := []string{"turn kira 300", "turn dov 400", "turn mate 500", "turn hanne 600", "turn shooter 10", "next"}
	dealt4 := []string{"put griffin numbered", "put scorpion numbered", "scorpion: deal_hand, dice feint rush fury steal"}
	plays := []string{"next, dice 2 9", "", "griffin: orders p2 purifier", "scorpion: orders hybrid_one h2", "", "p2: strike hybrid_one, card feint, dice 5, answer none", "", "next", "hybrid_one: strike purifier, dice 4, answer none", ""}
	return []pair{
		{name: "a hand that is dealt", table: skirmish, before: dealt4, lines: [2][]string{{"griffin: deal_hand, dice feint feint rush omen"}, {"griffin: deal_hand, dice feint fury rush rush"}}, after: plays},
		{name: "a hand that can hinder", table: skirmish, before: append(slices.Clip(dealt4), "put griffin hindering"), lines: [2][]string{{"griffin: deal_hand, dice feint feint rush omen"}, {"griffin: deal_hand, dice feint fury rush rush"}},
			after: append(slices.Clone(plays[:len(plays)-2]), "hybrid_one: strike purifier, answer hinder, answer rush, dice 4, answer none", "")},
		{name: "a card laid aside", table: skirmish, before: append(slices.Clip(dealt4), "give griffin feint"), lines: [2][]string{{"give griffin rush aside"}, {"give griffin omen aside"}}, after: plays},
		{name: "cards under the deck", table: skirmish, before: append(slices.Clip(dealt4), "give griffin feint"), lines: [2][]string{{"give griffin rush bottom"}, {"give griffin omen bottom"}}, after: plays},
		{name: "a card put back on top", table: skirmish, before: append(slices.Clip(dealt4), "give griffin feint"), lines: [2][]string{{"give griffin rush top"}, {"give griffin omen top"}}, after: plays},
		{name: "a card of a tribe that is put back", table: tribes, before: []string{"put red card_deck", "set red HUT 1"}, lines: [2][]string{{"next, dice war_cry iron_skin blood_trail, answer blood_trail"}, {"next, dice war_cry iron_skin night_run, answer night_run"}}, after: []string{"put red_champion blooded", "", "red: done", ""}},
		{name: "points of a side that are no score", files: [2]map[string]string{scored, scored}, lines: [2][]string{{"set gang OMENS 1"}, {"set gang OMENS 2"}}, after: []string{"put mate prone", "", "set gang FAVOUR 3", ""}},
		{name: "the score of a side that is not seen", files: [2]map[string]string{scored, scored}, lines: [2][]string{{"set watchers FAVOUR 1"}, {"set watchers FAVOUR 2"}}, after: []string{"put mate prone", "", "set party FAVOUR 3", ""}},
		{name: "the order of figures", table: skirmish, before: append(slices.Clip(dealt4), "next, dice 2 9"), lines: [2][]string{{"griffin: orders p2 purifier"}, {"griffin: orders purifier p2"}}, after: []string{"", "scorpion: orders hybrid_one h2", "", "put hybrid_one held"}},
		{name: "a card in a hand", files: [2]map[string]string{dealt, dealt}, before: []string{"give hanne crown open", "turn kira 30"},
			lines: [2][]string{{"give hanne feint"}, {"give hanne rush"}}, after: []string{"put mate prone", "", "hanne: sort", ""}},
		{name: "the weapon of an attacker who is not seen: crossbow or knife", before: lastTurns,
			lines: [2][]string{struck("shooter", "light_crossbow", "next"), struck("shooter", "boat_knife", "next")}, after: []string{"put mate prone"}},
		{name: "the weapon of an attacker who is not seen: knife or fist", before: lastTurns,
			lines: [2][]string{struck("shooter", "boat_knife", "next"), struck("shooter", "close_fist", "next")}, after: []string{"put mate prone"}},
		{name: "the weapon of an attacker who is not seen, after a fend", before: lastTurns,
			lines: [2][]string{struck("shooter", "light_crossbow", "next"), struck("shooter", "close_fist", "next, answer none")}, after: []string{"put mate prone"}},
		{name: "an attack of one who is not seen", before: lastTurns, lines: said(struck("shooter", "light_crossbow", "next")...), after: []string{"put mate prone"}},
		{name: "a value in a question", files: [2]map[string]string{menacing, menacing}, before: hannesTurn,
			lines: [2][]string{{"hanne: menace kira", "next"}, {"put hanne fierce", "hanne: menace kira", "next"}}, after: []string{"put mate prone"}},
		{name: "a weapon that is not seen", files: [2]map[string]string{covered, covered}, before: []string{"turn kira 300", "turn dov 400", "turn mate 500", "turn hanne 10", "turn shooter 600", "next"},
			lines: [2][]string{struck("hanne", "harpoon", "next"), struck("hanne", "close_fist", "next, answer none")}, after: []string{"put mate prone"}},
		{name: "the trigger of a preset reaction", before: hannesTurn,
			lines: [2][]string{{"hanne: preset when Kira reaches for the crate"}, {"hanne: preset when Dov looks away"}}, after: []string{"put mate prone", "", "next"}},
		{name: "the planned action of a preset reaction", before: hannesTurn,
			lines: [2][]string{{"hanne: preset when Kira moves, then attack kira"}, {"hanne: preset when Kira moves, then attack dov"}}, after: []string{"", "hanne: release", "", "next"}},
		{name: "a friend's preset reaction", before: []string{"turn kira 30", "turn dov 3", "turn mate 300", "turn hanne 50", "turn shooter 500", "next"},
			lines: [2][]string{{"dov: preset when Kira reaches for the crate"}, {"dov: preset when Hanne looks away"}}, after: []string{"put mate prone", "", "next"}},
		{name: "a character is unaware", before: hannesTurn, lines: said("put kira unaware"), after: []string{"put mate prone", "", "turn hanne 100", "next", "", "kira: check sword"}},
		{name: "a character is unaware, then not", before: hannesTurn, lines: said("put kira unaware", "end kira unaware"), after: []string{"put hanne prone", "", "set hanne PFT -20"}},
		{name: "a foe is unaware", before: hannesTurn, lines: said("put hanne unaware"), after: []string{"put mate prone"}},
		{name: "a character is surprised", before: hannesTurn, lines: said("put kira surprised"), after: []string{"put mate prone"}},
		{name: "a character is stunned in secret", before: kirasTurn, lines: said("put kira stunned, secret"), after: []string{"next", "", "put kira prone"}},
		{name: "a character is prone in secret", before: hannesTurn, lines: said("put kira prone, secret"), after: []string{"put mate prone"}},
		{name: "a friend is cloaked in secret", before: hannesTurn, lines: said("put dov cloaked, secret"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "a foe is cloaked in secret", before: hannesTurn, lines: said("put hanne cloaked, secret"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "a foe hides in secret", before: hannesTurn, lines: said("put hanne unseen, secret"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "a secret roll for a character", before: append(kirasTurn, "next"), lines: said("kira: glimpse"), after: []string{"put mate prone"}},
		{name: "one who is not seen closes upon a friend", before: lastTurns,
			lines: said("shooter: attack dov with boat_knife", "next, answer none, answer none, dice 97"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "one who is not seen closes upon a character", before: lastTurns,
			lines: said("put kira closed_upon by shooter"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "a character is unconscious in secret", before: hannesTurn, lines: said("put kira unconscious, secret"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "a character is unconscious in secret as its turn has come", before: append(kirasTurn, "next"), lines: said("put kira unconscious, secret"), after: []string{"put mate prone"}},
		{name: "a character surrenders in secret, at a deed", before: append(slices.Clone(kirasTurn), "next", "kira: attack hanne"), lines: said("put kira surrendered, secret"), after: []string{"put mate prone"}},
		{name: "a friend is unconscious in secret", before: hannesTurn, lines: said("put dov unconscious, secret"), after: []string{"put mate prone"}},
		{name: "a secret ends what a character shares", before: append(hannesTurn, "put kira closed_upon by hanne"), lines: said("put kira unconscious, secret"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "a secret ends what a friend shares", before: append(hannesTurn, "put dov closed_upon by hanne", "put dov gripped by hanne"), lines: said("put dov unconscious, secret"), after: []string{"put mate prone", "", "put kira prone"}},
		{name: "a secret ends what a foe shares", before: append(hannesTurn, "put kira gripped by hanne"), lines: said("put hanne unconscious, secret"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "a secret replaces a condition of its group", before: append(hannesTurn, "put kira stunned", "put dov stunned"), lines: said("put kira badly_stunned, secret", "put dov badly_stunned, secret"), after: []string{"put mate prone", "", "put kira prone"}},
		{name: "a secret gives way to a condition of its group", files: [2]map[string]string{rooting, rooting}, before: hannesTurn, lines: said("put kira laden, secret", "put dov laden, secret"), after: []string{"put mate prone", "", "put kira loaded", "", "put dov loaded"}},
		{name: "a secret stops a character", before: walking, lines: said("put kira unconscious, secret"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "a secret keeps a character from moving", files: [2]map[string]string{rooting, rooting}, before: walking, lines: said("put kira rooted"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "a secret holds, and ends an open condition", files: [2]map[string]string{rooting, rooting}, before: append(hannesTurn, "put kira blessed", "set kira PFT 30"), lines: said("put kira rooted"), after: []string{"put mate prone", "", "set kira PFT 29", "", "put dov prone", "", "finish", "", "begin hatch"}},
		{name: "what is remembered of a foe upon whom one has closed who is not seen", before: lastTurns, lines: said("put hanne closed_upon by shooter"), after: []string{"put hanne unseen", "", "put mate prone"}},
		{name: "a secret condition holds", files: [2]map[string]string{marking, marking}, before: hannesTurn, lines: said("put kira marked"), after: []string{"put mate prone"}},
		{name: "what another has in secret comes openly", before: hannesTurn, lines: said("put mate prone, secret"), after: []string{"put mate prone", "", "put dov prone"}},
		{name: "what a character has openly comes in secret", before: append(slices.Clone(hannesTurn), "put kira prone"), lines: said("put kira prone, secret"), after: []string{"put mate prone"}},
		{name: "a name that another knows", before: hannesTurn, lines: said("reveal hanne to dov"), after: []string{"put mate prone", "", "put dov gripped by hanne", "", "hanne: wait", "next"}},
		{name: "how the game master sees an encounter end", before: hannesTurn,
			lines: [2][]string{{"put hanne unconscious", "finish"}, {"put hanne unconscious", "put shooter unconscious, secret", "finish"}}, after: []string{"award 1 kira", "", "begin hatch"}},
		{name: "how a fight turned is revealed", before: append(slices.Clone(hannesTurn), "put mate prone", "finish"), lines: said("reveal line"), after: []string{"award 1 kira", "", "begin hatch"}},
		{name: "another's experience", before: hannesTurn, lines: said("award 5 dov"), after: []string{"put mate prone"}},
		{name: "many notes", before: hannesTurn, lines: said(repeated(330, "note she lies")...), after: []string{"put mate prone"}},
		{name: "what is undone", before: append(kirasTurn, "next"), lines: said("put kira stunned, secret", "undo"), after: []string{"put mate prone"}},
		{name: "an option of an action in progress", before: hannesTurn, lines: [2][]string{{"hanne: attack dov"}, {"hanne: attack dov, all_out"}}, after: []string{"put mate prone"}},
		{name: "where a foe goes: to one who is not seen", before: append(hannesTurn, placed...),
			lines: [2][]string{{"hanne: move to 20 walking, dice 1"}, {"hanne: move to shooter walking, dice 1"}}, after: []string{"put mate prone", "", "hanne: wait", "next"}},
		{name: "one who is not seen stands by an exit", files: [2]map[string]string{exits, exits}, before: append(hannesTurn, placed...),
			lines: said("place shooter -9"), after: []string{"put mate prone", "", "turn kira 5", "hanne: wait", "next"}},
		{name: "how fast a foe is", files: [2]map[string]string{exits, {exitsOf: exits[exitsOf], "from: harpooner": "from: harpooner, with: {stats: {PST: 30}}"}}, before: append(hannesTurn, placed...),
			after: []string{"put mate prone", "", "turn kira 5", "hanne: wait", "next"}},
		{name: "one who is not seen moves", before: append(hannesTurn, placed...),
			lines: said("place shooter 12", "shooter: do walking"), after: []string{"put mate prone", "", "hanne: wait", "next"}},
		{name: "one who is not seen is renamed", before: hannesTurn, lines: said("rename shooter Blind Tilde"), after: []string{"put mate prone", "", "hanne: wait", "next"}},
		{name: "one whose name is not known is renamed", before: hannesTurn, lines: said("rename hanne Long Hanne"), after: []string{"put mate prone", "", "hanne: wait", "next"}},
		{name: "the portrait of one who is not seen", files: [2]map[string]string{nil, {"looks: a shadow in the loft": "looks: a shadow in the loft, portrait: grell.png"}},
			before: hannesTurn, after: []string{"put mate prone", "", "hanne: wait", "next"}},
		{name: "the keys of two who look alike", files: [2]map[string]string{two("abel", "cain"), two("zeno", "cain")},
			lines: [2][]string{{"put abel prone"}, {"put zeno prone"}}, after: []string{"put mate prone"}},
	}
}

// secretFiles returns the campaign that secrets are kept in, with some texts of its encounter replaced, or files added.
func secretFiles(t *testing.T, replaced map[string]string) *campaign.Campaign {
	files := gmtest.SecretFiles(t)
	for old, text := range replaced {
		if strings.HasSuffix(old, ".yaml") {
			files[old] = text
			continue
		}
		files["encounters/hatch.yaml"] = strings.Replace(files["encounters/hatch.yaml"], old, text, 1)
	}
	return gmtest.OpenFiles(t, files)
}

// roomEpoch is what each start of a page makes anew.
var roomEpoch = regexp.MustCompile(`\b[0-9a-f]{8}-(\d+)`)

// pageNumber is the number of a page among those that were drawn.
var pageNumber = regexp.MustCompile(`data-at="[0-9a-f]+-\d+"`)

// play returns all that reaches the seat that looks and the table screen in a campaign, with a title for each.
func (p *pair) play(t *testing.T, c *campaign.Campaign, is int) (titles, all []string) {
	at := p.table
	tb := newTableOf(t, c, Options{}, append([]string{at.begin}, p.before...)...)
	tb.within(func() { tb.firstQuestion = 7 })
	own, screen := tb.seat(at.seat), tb.seat(players.TableSeat)
	streams := map[string]*wire{} // of one page of a device: several would come in any order
	keep := func(title, text string) {
		titles, all = append(titles, title), append(all, strings.ReplaceAll(text, tb.hosts[0], "HOST"))
	}
	whose := map[string]func(*http.Request){players.TableSeat: screen}
	seats := append([]string{at.seat}, at.also...)
	for _, as := range seats {
		whose[as] = own
	}
	seats = append(seats, players.TableSeat)
	for _, as := range []string{at.seat, players.TableSeat} {
		l := tb.listen("/seat/events?as="+as, whose[as])
		streams[as] = &wire{bufio.NewReader(l.body), l}
		keep(as+", at first", streams[as].until("title"))
	}
	ask := func(method, path, body string, with func(*http.Request)) {
		answer := tb.ask(method, path, body, with)
		keep(method+" "+path+" "+body, http.StatusText(answer.Code)+"\n"+roomEpoch.ReplaceAllString(answer.Body.String(), "-$1"))
	}
	look := func(as string) {
		if streams[as] != nil {
			ask("GET", "/seat?as="+as, "", whose[as])
			return
		}
		tb.drawn()
		keep("GET "+as, pageNumber.ReplaceAllString(tb.ask("GET", "/seat?as="+as, "", whose[as]).Body.String(), "")) // it counts what was drawn by the way
	}
	do := func(lines ...string) {
		t.Helper()
		var failed error
		tb.within(func() {
			for _, line := range lines {
				log := tb.session.Log()
				line = strings.NewReplacer("SOON", command.Number(tb.session.State().Count+3), "LAST", fmt.Sprint(log[len(log)-1].Seq())).Replace(line)
				var asks *rules.Need
				if _, err := tb.session.Do(command.Command{Line: line}); err != nil && !errors.As(err, &asks) && failed == nil {
					failed = fmt.Errorf("%s: %w", line, err)
				}
			}
		})
		if failed != nil {
			t.Fatal(failed)
		}
	}
	do(p.lines[is]...)
	tb.drawn()
	for _, as := range seats {
		look(as)
	}
	var group []string
	for n, line := range append(p.after, "") {
		if line != "" {
			group = append(group, line)
			continue
		}
		end := fmt.Sprintf("Tide %d", n)
		do(append(group, at.tells+" "+end)...) // at once: one event
		group = nil
		for _, as := range seats {
			if streams[as] != nil {
				keep(as+", stream up to "+end, streams[as].until(end))
			}
			look(as)
		}
		for _, what := range at.asks {
			method, rest, _ := strings.Cut(what, " ")
			path, body, _ := strings.Cut(rest, " ")
			tb.passes(60e9)
			ask(method, path, body, own)
		}
		for _, as := range seats {
			who, err := as, error(nil)
			if as == players.TableSeat {
				who = TableScreen
			}
			tb.within(func() {
				var r *Reader
				if r, err = NewReader(tb.session, who); err == nil {
					var text Text
					text, err = r.Text()
					keep("follow "+as, fmt.Sprintf("%+v", text))
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		tb.passes(60e9)
	}
	ask("POST", "/seat/say", at.say, own)
	tb.within(func() {
		for _, format := range export.Formats() {
			var out strings.Builder
			if err := export.Write(&out, tb.session, format, export.Players, 0); err != nil {
				t.Error(err)
			}
			keep("the players' export as "+string(format), out.String())
		}
	})
	return titles, all
}

// differs returns a place shortly before the first difference between two texts.
func differs(one, two string) (at int) {
	for at < min(len(one), len(two)) && one[at] == two[at] {
		at++
	}
	return max(0, at-200)
}

// drawn waits until all pages show the present, and the streams have taken them up.
func (tb *table) drawn() {
	for range 2 { // the server takes the second when it has drawn what came with the first
		tb.markChanged()
		for len(tb.changed) > 0 {
			time.Sleep(time.Millisecond)
		}
	}
	for tb.waking() {
		time.Sleep(time.Millisecond)
	}
}

// waking reports whether some stream has not taken up that its page is another.
func (tb *table) waking() bool {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	for _, room := range tb.rooms {
		for one := range room.streams {
			if len(one.wake) > 0 || one.lastPage.Load() != room.latest { // woken is not yet looked
				return true
			}
		}
	}
	return false
}

// compare plays both sessions of a pair and reports the first difference.
func (p *pair) compare(t *testing.T, games [2]*campaign.Campaign) {
	p.table = cmp.Or(p.table, kiras)
	titles, one := p.play(t, games[0], 0)
	_, two := p.play(t, games[1], 1)
	for i := range one {
		if i >= len(two) {
			t.Fatalf("%s: nothing with the secret", titles[i])
		}
		if one[i] != two[i] {
			from := differs(one[i], two[i])
			t.Fatalf("%s:\nwithout the secret\n…%.600s\nwith it\n…%.600s", titles[i], one[i][from:], two[i][from:])
		}
	}
}

// TestPairsOfTables has two tables that differ in one secret: what a seat and the table screen receive is the same, byte by
// byte.
func TestPairsOfTables(t *testing.T) {
	gmtest.SkipIfShort(t)
	for i, p := range thePairs() {
		t.Run(p.name, func(t *testing.T) {
			if i%2 == 1 && !*long {
				t.Skip("with -long")
			}
			if p.table != nil {
				c := open(t, p.table.campaign)
				p.compare(t, [2]*campaign.Campaign{c, c})
				return
			}
			p.compare(t, [2]*campaign.Campaign{secretFiles(t, p.files[0]), secretFiles(t, p.files[1])})
		})
	}
}

// TestSecretsMakeNoDifferenceOverHTTP has pairs of tables that differ in a secret of each kind, at moments and among lines by lot.
func TestSecretsMakeNoDifferenceOverHTTP(t *testing.T) {
	gmtest.SkipIfShort(t)
	plain, kinds := gmtest.OpenFiles(t, gmtest.SecretFiles(t)), gmtest.Secrets(t)
	harmless := []string{"put mate prone", "set kira PFT 5", "award 1 kira", "whisper kira look", "rename mate Old Sorrel", "set mate PFT -8", "note at the stage: she lies", "whisper dov look"}
	for i := range *pairs {
		k := &kinds[i%len(kinds)]
		if *pairs < len(kinds) {
			k = &kinds[i*len(kinds) / *pairs]
		}
		rng := rand.New(rand.NewPCG(uint64(*fromPair+i), 3))
		p := pair{before: []string{"turn kira 30", "turn dov 40", "turn mate 300", "turn hanne 4", "turn shooter 500"}, lines: [2][]string{k.First, k.Lines}}
		if k.Deed == "" && rng.IntN(2) == 0 {
			p.before = append(p.before, "next")
		}
		if p.before = append(p.before, k.Before...); k.Deed != "" {
			p.before, p.lines = append(p.before, "turn kira 3", "next"), [2][]string{{"kira: check sword"}, {"kira: check sword" + k.Deed}}
		}
		for range 3 {
			p.after = append(p.after, harmless[rng.IntN(len(harmless))])
			if rng.IntN(2) == 0 {
				p.after = append(p.after, "")
			}
		}
		t.Run(fmt.Sprint(k.Name, " ", *fromPair+i), func(t *testing.T) { p.compare(t, k.Campaigns(t, plain)) })
	}
}
