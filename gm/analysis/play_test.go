package analysis

import (
	"errors"
	"maps"
	"math/rand/v2"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/simulate"
	"hybrid/rules"
)

// player plays fights by tactics, and now and then otherwise.
type player struct {
	*gm.Session
	rng    *rand.Rand
	strays float64 // how often it does something else
}

// played opens a session of a campaign whose dice come from a seed.
func played(t testing.TB, c *campaign.Campaign, seed byte, strays float64) *player {
	t.Helper()
	s, _, err := gm.Open(c, gm.Options{Dice: rules.NewSeededDice([32]byte{seed}), Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	return &player{s, rand.New(rand.NewPCG(uint64(seed), 1)), strays}
}

// fight begins an encounter and plays so many lines at the most.
func (p *player) fight(t testing.TB, encounter string, lines int) *Fight {
	t.Helper()
	gmtest.Do(t, p.Session, "begin "+encounter)
	p.playOn(lines)
	f, err := LastFight(p.Session, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// playOn plays so many lines at the most, until the fight is decided.
func (p *player) playOn(lines int) {
	for n := 0; n < lines && p.State().Running && p.State().Won == "" && len(p.State().AbleSides(p.Rules())) > 1; n++ {
		if _, err := p.do(p.line()); err != nil {
			if _, err := p.do("next"); err != nil {
				break
			}
		}
	}
}

// line is what comes next: by the tactic of whose turn it is, or now and then another action.
func (p *player) line() string {
	g, rounds := p.Game(), p.Rules().Order.InRounds()
	who := ""
	for _, a := range p.State().Actors {
		if !rounds && (a.Open || a.Waiting) {
			who = a.Key
			break
		}
	}
	if who == "" && !(rounds && p.State().Round.Side() != "") {
		return "next"
	}
	turn, err := simulate.TacticTurn(g, p.Targets(), who)
	if err != nil {
		return "next"
	}
	if p.rng.Float64() < p.strays {
		r := p.Ranking(turn.Who)
		var lines []string
		for _, choice := range r.ListActions(p.State().Find(turn.Who)) {
			if choice.Refused == "" && choice.Action.Ask == nil {
				lines = append(lines, turn.Who+": "+choice.Line())
			}
		}
		if len(lines) > 0 {
			return lines[p.rng.IntN(len(lines))]
		}
	}
	return turn.Line
}

// do says a line, and answers every question by the tactic, or now and then otherwise.
func (p *player) do(line string) (gm.Entry, error) {
	cmd := command.Command{Line: line}
	for {
		e, err := p.Do(cmd)
		var need *rules.Need
		if !errors.As(err, &need) {
			return e, err
		}
		answer, err := simulate.AnswerOf(p.Game(), cmd, need)
		if err != nil {
			return e, err
		}
		if names := need.ChoiceNames(); need.Wants == nil && !need.Repeats && p.rng.Float64() < p.strays {
			answer = names[p.rng.IntN(len(names))]
		}
		if cmd.Answers = maps.Clone(cmd.Answers); cmd.Answers == nil {
			cmd.Answers = map[string]string{}
		}
		cmd.Answers[need.Key] = answer
	}
}
