package rules

import (
	"errors"
	"testing"

	"hybrid/rules/source"
)

// A game whose pack names no action for the use of a skill refuses a check in one line.
func TestACheckNeedsAnAction(t *testing.T) {
	pack := `pack: {label: Bare, worn: places}
stats: {PST: {label: Strength, typical: 5-25}}
tables: {places: {roll: d100, rows: {all: {roll: 1-100}}}}
skill: {label: Skill, rank: {own: {label: Rank, add: rank}}, pool: {best: {label: Best, add: best / 2}}}
skills: {digging: {basis: PST}}
order: {scheme: counts, initiative: {base: {label: Base, add: 8}}, first: 1, time: time}
numbers: {time: {base: {label: Action, add: action.counts}}}
`
	rs, err := Load([]Layer{{Name: "bare", Files: []source.File{{Name: "pack.yaml", Data: []byte(pack)}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := rs.Apply(&State{}, []Event{{Kind: EventJoin, Who: "ann", Text: "Ann", Sheet: "character: {name: Ann}\nstats: {PST: 10}\n"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = rs.Declare(state, "ann", OngoingAction{Skill: "digging"}, DecisionInput{})
	var refused *Refusal
	if want := "Bare has no action for skill checks. Name one with `pack: {use: NAME}`."; !errors.As(err, &refused) || refused.Text != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
