package verbs_test

import (
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest/transcript"
)

// TestTranscripts plays each file of testdata and holds what comes of it to what is written there; UPDATE=1 writes it anew.
func TestTranscripts(t *testing.T) { transcript.Run(t, "testdata", campaign.Sample) }

// TestTurns: sides that take turns, of a small game of its own.
func TestTurns(t *testing.T) { transcript.Run(t, "testdata/turns", "../testdata/turns/game") }
