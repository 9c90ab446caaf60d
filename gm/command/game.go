package command

import (
	"context"
	"sync"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// Game is a campaign in one state, with the rules it is played with. It is immutable: after an event there is a new state, and therefore a
// new Game. It has many methods because everything that depends on the state is a method of it: reading names, lines (what a user types at
// the prompt) and answers, deciding lines (computing what they would change), and computing previews and odds.
type Game struct {
	Rules        *rules.Ruleset     // rules of the campaign
	Campaign     *campaign.Campaign // campaign, with its files
	State        *rules.State       // state in which lines are read and decided
	Verbs        *Verbs             // built-in words that can begin a line; actions of the rules can also begin one
	OldReading   bool               // whether to read lines as earlier versions did: an ambiguous name means the first actor, a comma separates thousands
	NoOutcome    bool               // whether the end of a scene gets no outcome, as in earlier versions
	EndsAsBefore bool               // whether the end of a fight also ends the scene, as in earlier versions
	OldDecisions bool               // whether to decide lines as earlier versions did: plans about an actor who leaves continue; see rules.DecisionInput.AsEarlier
	TaskSkill    string             // skill of tasks in lines that name none, as chosen by an earlier version; "" for the skill most likely to succeed
	namesSides   bool               // whether names can refer to sides, as actors that have nothing but pools; see WithSideNames
	omitsDown    bool               // whether groups omit those who can't act; see WithoutDown
	Stale        func() bool        // function that reports whether odds or advice being computed are now unwanted; nil if they never are
	AnswerOdds   *sync.Map          // cache of the odds of answers to the open question, by oddsInput; nil to compute them each time
}

// WithContext returns a copy of the game whose computations of odds, advice and helpers stop once ctx is done, with incomplete results.
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
