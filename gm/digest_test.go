package gm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/gm/gmtest/transcript"
)

// TestDigest plays the rules of the digest that only a session shows, one in each file of testdata/digest. A line
// `# without LAYER` lays a campaign's own tables over the game that take the rule's data out: then the transcript must
// come out otherwise. UPDATE=1 writes the transcripts anew.
func TestDigest(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	files, err := filepath.Glob("testdata/digest/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	c := gmtest.Sample(t)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := transcript.Play(t, c, string(data))
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			} else {
				gmtest.SameText(t, got, string(data))
			}
			layers := 0
			for _, line := range strings.Split(got, "\n") {
				layer, found := strings.CutPrefix(line, "# without ")
				if !found {
					continue
				}
				layers++
				if transcript.Play(t, gmtest.WithLayer(t, c, layer), got) == got {
					t.Errorf("%s comes out the same without %s", file, layer)
				}
			}
			if layers == 0 {
				t.Errorf("%s does not say what the game would be without its rule", file)
			}
		})
	}
}
