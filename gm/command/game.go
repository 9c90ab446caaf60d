package command

import (
	"context"
	"sync"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// Game is a campaign in one state, with the rules it is played with. It is immutable; an event leads to another state, which is another
// game. It has many methods because names, lines and questions are read in one state, and previews and odds belong to it.
type Game struct {
	Rules        *rules.Ruleset
	Campaign     *campaign.Campaign
	State        *rules.State
	Verbs        *Verbs
	OldReading   bool        // whether to read lines as earlier versions did: an ambiguous name means the first actor, a comma separates thousands
	NoOutcome    bool        // whether the end of a scene gets no outcome, as in earlier versions
	OldDecisions bool        // whether to decide lines as earlier versions did: plans about an actor who leaves continue; see rules.Known
	TaskSkill    string      // skill of tasks in lines that name none, as chosen by an earlier version; empty for the likeliest
	namesSides   bool        // whether names can mean sides that have nothing but pools; see NameSides
	Stale        func() bool // reports whether no one waits for odds or advice any more; nil if someone always does
	AnswerOdds   *sync.Map   // cache of the odds of answers to the open question, by oddsInput; nil to compute them each time
}

// WithContext returns the same game whose odds, advice and helpers stop, incomplete, once ctx is done.
func (g *Game) WithContext(ctx context.Context) *Game {
	limited := *g
	limited.Stale = func() bool { return ctx.Err() != nil || g.IsStale() }
	return &limited
}

// IsStale reports whether no one needs the result of the current computation any more.
func (g *Game) IsStale() bool { return g.Stale != nil && g.Stale() }

// NameOf returns the name of an actor, or "" if there is no such actor.
func (g *Game) NameOf(key string) string {
	if a := g.State.Find(key); a != nil {
		return a.Name
	}
	return ""
}

// FalseFirst compares x and y for sorting: false comes before true.
func FalseFirst(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}
