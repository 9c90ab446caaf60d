package command

import (
	"context"
	"sync"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// Game is a campaign in one state, with the rules it is played with. It never changes; what happens makes another
// state, which is another game. It has many methods because names, lines and questions are read in one state, and previews and
// odds belong to it.
type Game struct {
	Rules      *rules.Ruleset
	Campaign   *campaign.Campaign
	State      *rules.State
	Verbs      *Verbs
	FirstNamed bool        // a name that several have means the first of them, and a comma parts numbers, as in lines from before they were refused
	NoOutcome  bool        // the end of a scene does not say how it ended, as earlier versions did
	Earlier    bool        // decide as earlier versions did: plans about one who leaves go on; and see rules.Known
	TaskSkill  string      // the skill that tasks are rolled on where a line names none, as an earlier version chose it; empty for the likeliest
	Stale      func() bool // reports that no one waits any more for odds or advice; nil if someone does
	AnswerOdds *sync.Map   // the odds of answers to the open question, by oddsInput; nil to work them out each time
}

// Until returns the same game, whose odds, advice and helpers are given up, incomplete, once ctx is done.
func (g *Game) Until(ctx context.Context) *Game {
	until := *g
	until.Stale = func() bool { return ctx.Err() != nil || g.IsStale() }
	return &until
}

// IsStale reports whether no one waits any more for what is being worked out.
func (g *Game) IsStale() bool { return g.Stale != nil && g.Stale() }

// NameOf returns the name of an actor; empty for an unknown key.
func (g *Game) NameOf(key string) string {
	if a := g.State.Find(key); a != nil {
		return a.Name
	}
	return ""
}

// FalseFirst compares x and y: false comes before true.
func FalseFirst(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}
