package simulate

import (
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// ledFile is a fight in which a gang of three has a leader.
const ledFile = `combatants:
  kira: {side: party}
  dov: {side: party}
  ilse: {side: party}
  bram: {side: party}
  grell: {side: gang, leader: true, tactic: hold_fast}
  scar: {side: gang, from: dock_cutter, tactic: follow}
  needle: {side: gang, from: dock_cutter, tactic: follow}
`

// led is the sample campaign with followers who flee when their leader is out, or two of three are, and ledFile as an encounter.
func led(t *testing.T, ends string) *campaign.Campaign {
	t.Helper()
	dir := gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Home}",
		"tables/house.yaml":   "tactics:\n  hold_fast: {do: attack}\n  follow: {do: attack, leave: side.leader.is.out or side.out >= 2 and side.all == 3}\n",
		"encounters/led.yaml": ledFile + ends})
	c, err := campaign.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A fight is over as an end of its encounter comes, whoever can still act.
func TestSimulationEnds(t *testing.T) {
	for ends, least := range map[string]float64{"": 0.5, "ends: {when: grell.is.out, winner: party}": 0.5} {
		c := led(t, ends)
		e, _ := c.Encounter("led")
		sim, err := FromEncounter(c, e)
		if err != nil {
			t.Fatal(err)
		}
		sim.Runs = 60
		sim, err = sim.WithTactic("gang", "hold_fast")
		if err != nil {
			t.Fatal(err)
		}
		l := simulated(t, sim)
		standing := 0.0
		for _, m := range l.Fighters[5:] {
			standing += 1 - m.OutRate.Share
		}
		if l.Sides[0].Wins.Times < 50 || (ends == "") != (standing < least) {
			t.Errorf("%q: %d wins, %.2f of the gang stand", ends, l.Sides[0].Wins.Times, standing)
		}
	}
}

// Those who follow a leader flee once he is out or has left, or two of the three are, at the table as in a simulation.
func TestFollowersFlee(t *testing.T) {
	c := led(t, "")
	for line, flees := range map[string]bool{"set scar PFT 9": false, "set grell PBD 0": true, "remove grell": true, "set scar PBD 0": false} {
		s := opened(t, c)
		gmtest.Do(t, s, "begin led", line, "turn needle 1")
		for s.Game().OpenActor() == nil || s.Game().OpenActor().Key != "needle" {
			gmtest.Do(t, s, "next")
		}
		turn, err := TacticTurn(s.Game(), s.Targets(), "needle")
		if err != nil || (turn.Line == "remove needle") != flees {
			t.Errorf("after %q: %q %v, want to flee: %v", line, turn.Line, err, flees)
		}
	}
}
