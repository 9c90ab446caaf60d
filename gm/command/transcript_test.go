package command_test

import (
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest/transcript"
)

// TestTranscripts plays each file of testdata and holds what comes of it to what is written there; UPDATE=1 writes it anew.
func TestTranscripts(t *testing.T) { transcript.Run(t, "testdata", campaign.Sample) }

// TestThings plays transcripts of a game in which things have pools of their own.
func TestThings(t *testing.T) { transcript.Run(t, "testdata/things", "../testdata/things/game") }
