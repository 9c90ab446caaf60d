package campaign

import (
	"strings"
	"testing"

	"hybrid/rules"
)

// An end of an encounter comes when its formula says so, whoever can still act, and its names are checked where they stand.
func TestEnds(t *testing.T) {
	c, err := Open(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	const who = "combatants: {kira: {side: party}, grell: {side: gang, leader: true}, lad: {side: gang, from: lantern_lad}}\n"
	e, err := c.ReadEncounter("test.yaml", []byte(who+"ends: [{when: 'theirs(not is.out) < 2 and count > 5', winner: party}, {when: grell.is.out, winner: party, label: the gang runs}]"))
	if err != nil {
		t.Fatal(err)
	}
	s := &rules.State{}
	apply := func(list ...rules.Event) {
		t.Helper()
		if s, err = c.Rules.Apply(s, list); err != nil {
			t.Fatal(err)
		}
	}
	decided := func() string {
		if end := e.FindEnd(c.Rules, s); end != nil {
			return end.Label + " " + end.Winner
		}
		return ""
	}
	list := []rules.Event{{Kind: rules.EventBegin, What: "test"}}
	for _, m := range e.Combatants {
		_, text, err := c.Combatant(&m)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rules.Event{Kind: rules.EventJoin, Who: m.Key, What: m.Side, Sheet: text})
	}
	apply(list[:2]...)
	if got := decided(); got != "" {
		t.Errorf("Grell has not come yet, and %q", got)
	}
	apply(list[2:]...)
	lead, left := e.Leader(c.Rules, s, "gang")
	if got := decided(); got != "" || lead == nil || lead.Key != "grell" || left {
		t.Errorf("all are here: %q, led by %v, left %v", got, lead, left)
	}
	before := s
	apply(rules.Event{Kind: rules.EventPool, Who: "grell", What: "PBD", Value: 0})
	if got := decided(); got != "the gang runs party" {
		t.Errorf("Grell is down: %q", got)
	}
	s = before
	apply(rules.Event{Kind: rules.EventLeave, Who: "grell"})
	if lead, left = e.Leader(c.Rules, s, "gang"); decided() != "the gang runs party" || lead != nil || !left {
		t.Errorf("Grell has left: %q, led by %v, left %v", decided(), lead, left)
	}
	apply(rules.Event{Kind: rules.EventClock, At: 6})
	if got := decided(); got != "theirs(not is.out) < 2 and count > 5 party" {
		t.Errorf("one is left: %q", got)
	}

	for text, want := range map[string]string{
		"ends: {when: grel.is.out}":                "test.yaml:2:14: Unknown name “grel.is.out”. Did you mean “grell.is.out”?",
		"ends: {when: mug.is.out}":                 "test.yaml:2:14: “mug.is.out” needs a combatant mug. Choose: kira, grell, lad.",
		"ends: {when: grell.is.otu}":               "test.yaml:2:14: Unknown name “grell.is.otu”. Did you mean “grell.is.out”?",
		"ends: {when: grell.is.out, winner: gnag}": "test.yaml:2:36: No side named “gnag”. Did you mean “gang”?",
		"ends: {winner: gang}":                     "test.yaml:2:7: This end has no formula. Add `when: NAME.is.out`.",
		"ends: {wehn: grell.is.out}":               "",
	} {
		if _, err := c.ReadEncounter("test.yaml", []byte(who+text)); err == nil || want != "" && err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestSameEncounter: a scene with ends that is read again unchanged is the same.
func TestSameEncounter(t *testing.T) {
	c, err := Open(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	const scene = "combatants: {kira: {side: party}, grell: {side: gang}}\nends: {when: grell.is.out, winner: party}\n"
	one, err := c.ReadEncounter("test.yaml", []byte(scene))
	if err != nil {
		t.Fatal(err)
	}
	reread, err := c.ReadEncounter("test.yaml", []byte(scene))
	if err != nil {
		t.Fatal(err)
	}
	other, err := c.ReadEncounter("test.yaml", []byte(strings.Replace(scene, "is.out", "is.prone", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if !one.equals(reread) || one.equals(other) {
		t.Errorf("the same %t, another %t", one.equals(reread), one.equals(other))
	}
}
