package players

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// longestStory is how many passages of each reader a golden story has.
const longestStory = 30

// TestGoldenStories holds what each reader is told of a fight of each pack to a file in testdata/stories; UPDATE=1 writes them anew.
// The fights are transcripts of package gm.
func TestGoldenStories(t *testing.T) {
	for campaign, script := range map[string]string{"saltmarket": "fight", "cold_lantern": "stars", "catacombs": "catacombs/evening", "two_tribes": "tribes/evening", "heresiarch": "laboratories/a_whole_evening"} {
		t.Run(campaign, func(t *testing.T) {
			told := accounts(t, scripted(t, campaign, read(t, "../testdata/"+script+".txt")))
			var out strings.Builder
			for _, reader := range slices.Sorted(maps.Keys(told)) {
				fmt.Fprintf(&out, "%s:\n", reader)
				for _, text := range told[reader][:min(longestStory, len(told[reader]))] {
					fmt.Fprintf(&out, "  %s\n", text)
				}
			}
			if len(told) < 3 {
				t.Errorf("only %d readers", len(told))
			}
			file := filepath.Join("testdata", "stories", campaign+".txt")
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			gmtest.SameText(t, out.String(), read(t, file))
		})
	}
}

// scripted plays the lines of a transcript. What is asked gets the usual answer; what is refused is left out.
func scripted(t *testing.T, campaign, text string) *gm.Session {
	s, _, err := gm.Open(gmtest.Campaign(t, campaign, nil), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{3})})
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(text) {
		line, said := strings.CutPrefix(strings.TrimSpace(row), "> ")
		if !said || strings.HasPrefix(line, "undo") || strings.HasPrefix(line, "redo") || strings.HasPrefix(line, "mend") || strings.HasPrefix(line, "accept") {
			continue
		}
		c := command.Command{Line: line, Answers: map[string]string{}}
		for {
			_, err := s.Do(c)
			var need *rules.Need
			if !errors.As(err, &need) {
				break
			}
			answer := need.DefaultAnswer()
			if need.Die > 0 || c.Answers[need.Key] != "" {
				t.Fatalf("%s: %v", line, need)
			}
			c.Answers[need.Key] = answer
		}
	}
	return s
}
