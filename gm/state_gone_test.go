package gm

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
)

// goneTables are rules of a campaign's own, of which everything is renamed or removed later.
const goneTables = `conditions:
  soaked: {label: Soaked through, bad: true}
items:
  gaff: {label: Fishing gaff}
  fen_cloak: {label: Fen cloak}
skills:
  poling: {label: Poling, basis: PST, interaction: unassisted, scope: specific, tools: simple, type: craft}
pools:
  PGR: {label: Grit, start: "5"}
activities:
  wading: {label: Wading}
situations:
  fog: {label: Fog on the fen}
`

func fens(t *testing.T, home, tables, gear, skills string) *campaign.Campaign {
	t.Helper()
	for name, text := range map[string]string{
		"campaign.yaml": "campaign: {label: The Fens}\ncast: [wat]\n", "tables/own.yaml": tables,
		"characters/wat.yaml":  "character: {name: Wat}\nstats: {PST: 14, PEN: 13, DEX: 16, PAG: 15, PAW: 14, MST: 11, MEN: 12, MAG: 12, MAW: 13, PSI: 5}\nskills: {" + skills + "}\ngear: [" + gear + "]\n",
		"encounters/ford.yaml": "encounter: {label: At the Ford}\ncombatants: {wat: {side: party}}\n",
	} {
		file := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, err := campaign.Open(home, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// retold is what was played: what each entry says, and what all have and do after it.
func retold(t *testing.T, s *Session) string {
	t.Helper()
	var text strings.Builder
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&text, e.Text)
		wording := e.Wording(s.Rules())
		for i := range e.Outcomes {
			fmt.Fprintln(&text, " ", wording.StepText(&e.Outcomes[i]))
		}
		for _, a := range e.After.Actors {
			fmt.Fprintln(&text, " ", a.Name)
			for _, held := range a.Conditions {
				fmt.Fprintln(&text, " ", held.Condition.SentenceLabel(""))
			}
			for _, activity := range a.Activities {
				fmt.Fprintln(&text, " ", activity.Label)
			}
			if a.Tool != nil {
				fmt.Fprintln(&text, " ", a.Tool.Label)
			}
		}
	}
	return text.String()
}

// TestGone renames and removes everything that an actor has: the history is read all the same, as it was told, and
// playing on asks what stands for what is gone.
func TestGone(t *testing.T) {
	t.Parallel()
	home, dir := filepath.Join(t.TempDir(), "fens"), t.TempDir()
	c := fens(t, home, goneTables, "gaff, fen_cloak", "poling: 5")
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin ford", "put wat soaked", "set wat PGR 3", "scene fog", "hold wat fen_cloak", "wat: do wading", "note over")
	before := retold(t, s)
	s.Close()

	c = fens(t, home, "conditions: {wet: {label: Wet}}\nitems: {pole: {label: Pole}}\nskills: {punting: {label: Punting, basis: PST, interaction: unassisted, scope: specific, tools: simple, type: craft}}\npools: {PRE: {label: Resolve, start: \"9\"}}\n", "", "")
	look, _, err := Open(c, Options{Dir: dir, ReadOnly: true, Clock: s.clock})
	if err != nil {
		t.Fatal(err)
	}
	if got := retold(t, look); got != before {
		t.Errorf("what was played is told as\n%s\nwant\n%s", got, before)
	}
	if _, err := look.Verify(); err != nil {
		t.Error(err)
	}
	if len(look.EveningLog(1)) != 7 {
		t.Errorf("%d lines of the log", len(look.EveningLog(1)))
	}
	look.Close()

	s = fairly(t, c, dir, "2024-05-01 21:00")
	answers := map[string]string{
		"gone conditions soaked": "wet", "gone items gaff": "pole", "gone items fen_cloak": rules.NoAnswer, "gone skills poling": "punting",
		"gone pools PGR": "PRE", "gone activities wading": rules.NoAnswer, "gone situations fog": rules.NoAnswer,
	}
	command := command.Command{Line: "turn wat 4"}
	asked, left := 0, maps.Clone(answers)
	for {
		_, err := s.Do(command)
		var need *rules.Need
		if err == nil {
			break
		}
		if !errors.As(err, &need) || answers[need.Key] == "" {
			t.Fatalf("%v %+v", err, need)
		}
		asked++
		delete(left, need.Key)
		command.Answers = map[string]string{need.Key: answers[need.Key]}
	}
	if asked != len(answers) {
		t.Errorf("%d questions, want %d; not asked: %v", asked, len(answers), left)
	}
	wat := s.State().Find("wat")
	get := func(name string) *rules.Skill { skill, _ := s.Rules().Skills.Get(name); return skill }
	pool, _ := s.Rules().Pools.Get("PRE")
	if len(wat.Conditions) != 1 || wat.Conditions[0].Condition.Name != "wet" || wat.Tool != nil || len(wat.Sheet.Items) != 1 || wat.Sheet.Items[0].Name != "pole" ||
		wat.Sheet.Rank(get("punting")) != 5 || wat.Sheet.Rank(get("poling")) != rules.Unranked || wat.PoolValue(pool) != 3 || len(wat.Activities) > 0 || len(s.State().Situations) > 0 {
		t.Errorf("%+v, %v", wat, s.State().Situations)
	}
	var lines []string
	for _, l := range s.Log()[7:] {
		lines = append(lines, l.Text())
	}
	if text := strings.Join(lines, "\n"); !strings.Contains(text, "Soaked through is wet now") || !strings.Contains(text, "Fog on the fen is dropped") {
		t.Errorf("the log says\n%s", text)
	}
	do(t, s, "note it goes on")
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
	now := print(s.State())
	s.Close()
	s = fairly(t, c, dir, "2024-05-01 22:00")
	if print(s.State()) != now {
		t.Error("opened again, it is another moment")
	}
	do(t, s, "undo 14", "redo 14", "turn wat 9")
}
