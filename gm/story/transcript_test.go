package story_test

import (
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest/transcript"
)

// TestTranscripts plays each file of testdata and holds what comes of it to what is written there; UPDATE=1 writes it anew.
func TestTranscripts(t *testing.T) { transcript.Run(t, "testdata", campaign.Sample) }
