package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"testing"

	"hybrid/rules/source"
)

// moreGarbage is how much may gather before it is collected, in percent of what is used. The tests load many games and keep
// few: with as much as is usual a third of their time goes into collections.
const moreGarbage = 400

func init() { debug.SetGCPercent(moreGarbage) }

// sequential skips a test that takes long and does one thing at a time, under -short: so tests run for the race detector,
// which finds nothing there.
func sequential(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("skipped: it does one thing at a time, where nothing races")
	}
}

// hybridPack is the game as it comes along, loaded once for all tests.
func hybridPack(t testing.TB) *Ruleset {
	t.Helper()
	return packWith(t, nil)
}

// packWith loads the game with these choices made for rulings, and these layers over it. Without layers each is loaded once for all
// tests.
func packWith(t testing.TB, choices map[string]string, over ...Layer) *Ruleset {
	t.Helper()
	load := func() (*Ruleset, error) { return loadPack(choices, over...) }
	if len(over) == 0 {
		load = func() (*Ruleset, error) { return loadOnce(choices) }
	}
	rs, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// loadedGames are the games without layers over it, by the choices made for its rulings.
var loadedGames sync.Map

// loadOnce loads the game with these choices made for rulings, once for all tests.
func loadOnce(choices map[string]string) (*Ruleset, error) {
	key := fmt.Sprint(choices)
	if known, ok := loadedGames.Load(key); ok {
		return known.(*Ruleset), nil
	}
	rs, err := loadPack(choices)
	if err == nil {
		loadedGames.Store(key, rs)
	}
	return rs, err
}

func loadPack(choices map[string]string, over ...Layer) (*Ruleset, error) {
	files, err := packFiles()
	if err != nil {
		return nil, err
	}
	return Load(append([]Layer{{Name: "hybrid", Files: files}}, over...), choices)
}

// packFiles reads the files of the game, and its language.
func packFiles() (files []source.File, err error) {
	paths, err := filepath.Glob("../tables/hybrid/*.yaml")
	if err != nil {
		return nil, err
	}
	paths = append(paths, "../tables/languages/en.yaml")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, source.File{Name: path, Data: data})
	}
	return files, nil
}

func sheetOf(t testing.TB, rs *Ruleset, name string) *Sheet {
	t.Helper()
	data, err := os.ReadFile("../characters/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := rs.ReadSheet(name+".yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

// plainSheet is an actor with 10 in every given statistic, and nothing else.
func plainSheet(t testing.TB, rs *Ruleset) *Sheet {
	t.Helper()
	sheet, err := rs.ReadSheet("plain.yaml", []byte(plainCharacter))
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}

const plainCharacter = `
character: {name: Plain}
stats: {PST: 10, PEN: 10, DEX: 10, PAG: 10, PAW: 10, MST: 10, MEN: 10, MAG: 10, MAW: 10, PSI: 10}
`

func TestPackLoads(t *testing.T) { hybridPack(t) }
