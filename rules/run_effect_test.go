package rules

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"hybrid/rules/source"
)

// Dice in effects are rolled when it comes to them, in order, by the one who acts; typed dice are taken for them.
func TestDiceInEffects(t *testing.T) {
	const layer = `
conditions:
  poisoned: {every: {counts: 10, do: [{lose: PEX, by: 1d4}]}, until: PEX.now <= 0, give: {df: -number}}
actions:
  spit:
    label: Spit poison
    counts: 3
    whom: true
    steps:
      aim:   {check: percent, basis: DEX, results: {missed: [{label: Bitten tongue, lose: PFT, by: 1d3}]}}
      stop:  {stop: aim.missed}
      venom: {do: [{put: poisoned, number: 1d6, who: other}, {lose: PFT, by: 2d6 - 3, who: other}, {delay: 1d8}]}
`
	const text = `
who ann all 10
who bob all 10
begin
turn ann 0
next
ann: spit bob
next; dice 3 4 1 6 5
next
ann: spit bob
next; dice 95 2 6 6
next; dice 3
show bob
----
  ann must declare
  ann: spit takes effect at 3
ann: Aim 30 % (Dexterity (DEX) 10 × 3 +30), rolled 3: Very Notable Success ×2, SN 27
count 3
ann: Venom (1d6 +4, 2d6 - 3 +4, 1d8 +5) dice 4 1 6 5
  bob + Poisoned (4), acts at 13
  bob PFT 30 → 26, 4 towards the next
  ann turn at 8
  ann is done
count 8
  ann must declare
  ann: spit takes effect at 11
count 11
ann: Aim 30 % (Dexterity (DEX) 10 × 3 +30), rolled 95 (95 2): Amazing Failure ×-2, SN -65
  ann PFT 30 → 28, 2 towards the next
  ann is done
ann: Initiative 19 (Dice +12, Base +8, Reaction speed -1.5 [Half the speed +1.5], Rounded +0.5) dice 6 6
  ann turn at 30
count 13
bob: Poisoned (1d4 +3) dice 3
  bob PEX 50 → 47
  bob poisoned acts again at 23
bob: PFT 26/30 (4), PEX 47/50, Poisoned

new
who ann all 10
who bob all 10
ann: spit bob; dice 3 4 1
----
? Die 4 is missing: a d6 for Venom. []

ann: spit bob; dice 3 6 1 1 3
----
ann: Aim 30 % (Dexterity (DEX) 10 × 3 +30), rolled 3: Very Notable Success ×2, SN 27
ann: Venom (1d6 +6, 2d6 - 3 -1, 1d8 +3) dice 6 1 1 3
  bob + Poisoned (6)
`
	s := &scene{t: t, choices: map[string]string{}}
	s.load = func(choices map[string]string) *Ruleset {
		return packWith(t, choices, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(layer)}}})
	}
	s.clear()
	compareText(t, "effects", s.play(text), text)
}

// The exact odds go through the dice of effects too; those on declaring count their average.
func TestOddsOfDiceInEffects(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(
		"actions: {spit: {counts: 3, whom: true, first: [{lose: PEX, by: 1d6}], steps: {venom: {do: [{lose: PFT, by: 2d6 - 3, who: other}]}}}}")}}})
	s := &State{Actors: []*Actor{rs.NewActor("a", plainSheet(t, rs)), rs.NewActor("b", plainSheet(t, rs))}}
	o, err := rs.ActionOdds(s, "a", OngoingAction{Action: "spit", Whom: "b"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, end := range o.Ends {
		for _, pool := range end.Pools {
			got[end.Who+" "+pool.Pool] = pool.Mean
		}
	}
	if want := 4 + 1.0/36; math.Abs(got["b PFT"]-want) > 1e-9 { // 2 comes to -1, which takes nothing
		t.Errorf("b loses %g, want %g", got["b PFT"], want)
	}
	if math.Abs(got["a PEX"]-3.5) > 1e-9 {
		t.Errorf("a loses %g", got["a PEX"])
	}
}

// Each verb of an effect is a row of kinds.
func TestEffectKinds(t *testing.T) {
	var verbs []string
	for field := range reflect.TypeFor[Effect]().Fields() {
		if field.Tag.Get("verb") != "" {
			verbs = append(verbs, field.Tag.Get("yaml"))
		}
	}
	var keys []string
	for _, kind := range new(Effect).listKinds(nil, nameScope{}) {
		if keys = append(keys, kind.key); kind.phrase == "" && kind.key != "tell" {
			t.Errorf("%s has no phrase", kind.key)
		}
	}
	slices.Sort(verbs)
	if slices.Sort(keys); !slices.Equal(keys, verbs) {
		t.Errorf("kinds has %v, the type %v", keys, verbs)
	}
}
