package gmtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

// Helpers shared by tests: sample campaigns, folders, clocks, and comparison of texts.

// testGCPercent is the garbage collector's target percentage (GOGC) in tests. Tests load many games and keep few; with the usual
// percentage, a third of their time would go into collections.
const testGCPercent = 400

// init sets the garbage collector's target for every test program that imports this package.
func init() { debug.SetGCPercent(testGCPercent) }

// Sample returns the built-in sample campaign.
func Sample(t testing.TB) *campaign.Campaign {
	t.Helper()
	return Campaign(t, campaign.Sample, nil)
}

// openedCampaigns holds the campaigns that Campaign has opened, as *campaign.Campaign, by name and choices.
var openedCampaigns sync.Map

// Campaign returns the campaign with the given name, or in the given folder, with choices for its rulings. The campaign is opened only
// once for all tests that need it, so no test may change its files. The result is a copy.
func Campaign(t testing.TB, name string, choices map[string]string) *campaign.Campaign {
	t.Helper()
	key := fmt.Sprint(name, choices)
	if c, known := openedCampaigns.Load(key); known {
		copied := *c.(*campaign.Campaign)
		return &copied
	}
	c, err := campaign.Open(name, choices)
	if err != nil {
		t.Fatal(err)
	}
	openedCampaigns.Store(key, c)
	copied := *c
	return &copied
}

// Folder creates a temporary folder with the given files, whose contents are given by path, and returns its path.
func Folder(t testing.TB, files map[string]string) string {
	t.Helper()
	home := t.TempDir()
	for name, text := range files {
		file := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

// SkipIfShort skips a long test under -short. It is for tests that run in one goroutine: tests with the race detector, which is slow, run
// with -short.
func SkipIfShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("skipped: it is single-threaded, so nothing can race")
	}
}

// RunParallel runs a package's tests with [InMemory], up to eight in parallel unless -parallel says otherwise. It is for tests that
// mostly wait for the disk or a browser.
func RunParallel(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	InMemory(m.Run)
}

// Clock returns a clock that begins at a fixed time and advances by a little over a second whenever it is read.
func Clock() func() time.Time {
	now := time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	return func() time.Time {
		now = now.Add(time.Second + 1500*time.Microsecond) // not a whole second, so that errors in rounding show
		return now
	}
}

// Do carries out lines in a session, such as a *gm.Session, and returns the last entry. A line that fails ends the test.
func Do[E any](t testing.TB, s interface {
	Do(command.Command) (E, error) // carries out a command
}, lines ...string) (last E) {
	t.Helper()
	for _, line := range lines {
		entry, err := s.Do(command.Command{Line: line})
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		last = entry
	}
	return last
}

// SameText ends the test with a failure if two texts differ, and reports the first line that does.
func SameText(t testing.TB, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			t.Fatalf("line %d\n got %s\nwant %s\n(UPDATE=1 writes it anew)", i+1, g[i], strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""))
		}
	}
	if len(w) > len(g) {
		t.Fatalf("line %d: got nothing more, want %s", len(g)+1, w[len(g)])
	}
}

// WithLayer returns a copy of a campaign with one more layer of rules, given as YAML, on top.
func WithLayer(t testing.TB, c *campaign.Campaign, layer string) *campaign.Campaign {
	t.Helper()
	changed, err := c.WithLayer(rules.Layer{Name: "without", Files: []source.File{{Name: "without.yaml", Data: []byte(layer)}}})
	if err != nil {
		t.Fatalf("without %s the game does not load: %v", layer, err)
	}
	return changed
}
