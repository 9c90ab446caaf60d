package gm_test

import (
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/gm/gmtest/transcript"
)

// TestTranscripts plays each file of testdata and holds what comes of it to what is written there; UPDATE=1 writes it anew.
func TestTranscripts(t *testing.T) { transcripts(t, "testdata", campaign.Sample) }

// TestGuide: the worked examples of the guide, each named by its number, or by its chapter and what it is about, typed
// by those of whom it speaks.
func TestGuide(t *testing.T) { transcripts(t, "testdata/guide", "testdata/guide/game") }

// TestEquals: two fighters who are equal in everything, from the rules that decide between them.
func TestEquals(t *testing.T) { transcripts(t, "testdata/equals", "testdata/equals/game") }

// TestBones: a small game of dice with faces.
func TestBones(t *testing.T) { transcripts(t, "testdata/bones", "testdata/bones/game") }

// TestTargets: target numbers that high rolls make.
func TestTargets(t *testing.T) { transcripts(t, "testdata/targets", "testdata/targets/game") }

// TestThings: what belongs to things, of a small game of its own.
func TestThings(t *testing.T) { transcripts(t, "testdata/things", "testdata/things/game") }

// TestBare: what the least game refuses.
func TestBare(t *testing.T) { transcripts(t, "testdata/bare", "testdata/bare/game") }

// TestFew: what a game in counts with a few odd rules refuses.
func TestFew(t *testing.T) { transcripts(t, "testdata/few", "testdata/few/game") }

// TestCamps: what a game refuses whose sides act themselves.
func TestCamps(t *testing.T) { transcripts(t, "testdata/camps", "testdata/camps/game") }

// TestJoust: a game of decks and stages written from the manual alone.
func TestJoust(t *testing.T) { transcripts(t, "testdata/joust", "testdata/joust/game") }

// TestTribes: what the battle of tribes must come to, each case named by its number.
func TestTribes(t *testing.T) { transcripts(t, "testdata/tribes", "two_tribes") }

// TestCatacombs: the acceptance cases of a dungeon in turns of two sides, each named by its number.
func TestCatacombs(t *testing.T) { transcripts(t, "testdata/catacombs", "catacombs") }

// TestLaboratories: the acceptance cases of a skirmish on a board, each named by its number.
func TestLaboratories(t *testing.T) { transcripts(t, "testdata/laboratories", "heresiarch") }

// transcripts plays the transcripts of a folder, which take too long for a short test.
func transcripts(t *testing.T, folder, of string) {
	gmtest.SkipIfShort(t)
	transcript.Run(t, folder, of)
}
