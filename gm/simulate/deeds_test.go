package simulate

import (
	"reflect"
	"testing"
)

func TestDeedsAreThoseOfEachKind(t *testing.T) {
	did := func(attacks, waits float64) []DeclarationRate {
		return []DeclarationRate{{"attack", attacks}, {"wait", waits}}
	}
	l := &Result{Fighters: []FighterEnd{
		{Who: "one", Side: "gang", Tactic: "bold", Declarations: did(4, 1)},
		{Who: "two", Side: "party", Tactic: "bold", Declarations: did(3, 0)},
		{Who: "three", Side: "gang", Tactic: "meek", Declarations: []DeclarationRate{{"flee", 1}}},
		{Who: "four", Side: "gang", Tactic: "bold", Declarations: did(1, 0)},
		{Who: "five", Side: "gang", Tactic: "idle"},
	}}
	want := []Deeds{{"gang", "bold", did(2.5, 0.5)}, {"party", "bold", did(3, 0)}, {"gang", "meek", []DeclarationRate{{"flee", 1}}}, {"gang", "idle", []DeclarationRate{}}}
	if got := l.Deeds(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if l.Fighters[0].Declarations[0].Mean != 4 {
		t.Error("the fighters' own numbers were changed")
	}
}
