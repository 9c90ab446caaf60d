// Package command reads the lines of the prompt, decides what they come to and says it in words. A [Game] is a campaign
// in one state; nothing here keeps, writes or draws anything, and nothing that a game is asked changes it.
//
// [Game.Parse] takes a line apart; [Game.Decide] asks the rules what it comes to, a [Decision]; [Game.Text] is the line
// of the log that says so. Before that [Game.Preview], [Game.Outlook] and [Game.Foresee] show what a line would do, and
// [Completions] how it may go on.
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
	Completions struct{ *Game } // how a line may go on
)
