package gm

import (
	"fmt"
	"testing"

	"hybrid/rules"
)

func open(t testing.TB, dir string) *Session {
	t.Helper()
	c, err := OpenCampaign(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := Open(c, Options{Dir: dir, Dice: rules.NewRolled([32]byte{1})})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestQuick(t *testing.T) {
	s := open(t, t.TempDir())
	for _, line := range []string{"begin warehouse", "initiative", "next"} {
		if _, err := s.Do(Command{Line: line}); err != nil {
			fmt.Println("ERR", line, err)
		}
	}
	for range 60 {
		var who *rules.Actor
		for _, a := range s.State().Actors {
			if a.Open {
				who = a
			}
		}
		line := "next, answer none"
		if who != nil {
			for _, b := range s.State().Actors {
				if ok, _ := s.Rules().CanAct(b); b.Side != who.Side && ok {
					line = "attack " + b.Key
					break
				}
			}
		}
		if _, err := s.Do(Command{Line: line}); err != nil {
			fmt.Println("ERR", line, err)
			break
		}
	}
	for _, l := range s.Log() {
		fmt.Printf("%3g %s\n", l.Count(), l.Text())
	}
	p, err := s.Preview("kira: attack grell, all_out")
	fmt.Printf("%+v %v\n", p, err)
}
