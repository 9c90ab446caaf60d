package command

import (
	"hybrid/gm/campaign"
	"hybrid/rules"
)

// Game is a campaign in one state, with the rules it is played with. It never changes; what happens makes another
// state, which is another game.
type Game struct {
	Rules    *rules.Ruleset
	Campaign *campaign.Campaign
	State    *rules.State
}

// Small types over a game, each for one thing that is done with it.
type (
	timeline    struct{ *Game } // what an encounter, its timeline and those in it come to by the verbs of the program
	downtime    struct{ *Game } // hours, rolls outside the timeline, places and experience
	preview     struct{ *Game } // what a line would do
	Hurts       struct{ *Game } // harm that comes from no actor
	Completions struct{ *Game } // how a line may go on
)
