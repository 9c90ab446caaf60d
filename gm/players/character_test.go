package players_test

import (
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
)

// TestCharactersBeforeTheyGather: in a new campaign with an empty cast a phone can ask for anyone who may gather; once some did, for those.
func TestCharactersBeforeTheyGather(t *testing.T) {
	c := gmtest.OpenFiles(t, map[string]string{"campaign.yaml": "campaign: {label: Demo, pack: hybrid}\ncast: []", "encounters/first.yaml": "encounter: {label: The first session}\ncombatants: {}"})
	s, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	if list := players.Characters(s); len(list) < 4 {
		t.Errorf("before anyone gathers one can ask for %v", list)
	}
	gmtest.Do(t, s, "add kira and dov side party")
	if list := players.Characters(s); len(list) != 2 {
		t.Errorf("after two gathered one can ask for %v", list)
	}
}
