package rules

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hybrid/rules/source"
)

// Every example of the manual that is YAML of the game loads as a layer over it: one that names its file together with
// the files before it, any other by itself.
func TestManualExamples(t *testing.T) {
	sequential(t)
	var files []source.File
	n := 0
	for _, chapter := range Manual() {
		for i, part := range chapter.Parts {
			for _, line := range part.Lines() {
				if part.IsExample && utf8.RuneCountInString(line) > 76 {
					t.Errorf("%s: wider than a terminal of 80 columns shows: %s", chapter.Title, line)
				}
			}
			if !part.IsExample || part.IsShellSession() {
				continue
			}
			if i+1 < len(chapter.Parts) && strings.Contains(chapter.Parts[i+1].Text, ": No key named “") {
				continue // it is shown for its mistake
			}
			file := source.File{Name: exampleFile(part.Text), Data: []byte(part.Text)}
			together := []source.File{file}
			if file.Name == "" {
				file.Name = chapter.Title
			} else if !strings.HasPrefix(file.Name, "tables/") {
				continue
			} else if i := slices.IndexFunc(files, func(f source.File) bool { return f.Name == file.Name }); i >= 0 {
				files[i], together = file, files
			} else {
				files = append(files, file)
				together = files
			}
			n++
			if strings.HasPrefix(part.Text, "# a game of its own\n") {
				if _, err := Load([]Layer{{Name: "example", Files: []source.File{file}}}, nil); err != nil {
					t.Errorf("%s: %v", chapter.Title, err)
				}
				continue
			}
			if _, err := loadPack(nil, Layer{Name: "example", Files: together}); err != nil {
				t.Errorf("%s: %v\n%s", chapter.Title, err, part.Text)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d examples", n)
	}
}

// exampleFile returns the file that an example of the manual names in its first line, "# tables/house.yaml"; empty if it names none.
func exampleFile(text string) string {
	if name := regexp.MustCompile(`^# (\S+\.\S*)(\n|$)`).FindStringSubmatch(text); name != nil {
		return name[1]
	}
	return ""
}

// manualFiles are the files of the manual as they are at its end.
func manualFiles() map[string]string {
	files := map[string]string{}
	for _, chapter := range Manual() {
		for _, part := range chapter.Parts {
			if name := exampleFile(part.Text); part.IsExample && name != "" {
				files[name] = part.Text
			}
		}
	}
	return files
}

// The odds of what the manual makes are those of the dice: spells that share a sequence, and read what came of it.
func TestActionOddsOfTheManual(t *testing.T) {
	sequential(t)
	files, layer := manualFiles(), Layer{Name: "manual"}
	for name, text := range files {
		if strings.HasPrefix(name, "tables/") {
			layer.Files = append(layer.Files, source.File{Name: name, Data: []byte(text)})
		}
	}
	rs := packWith(t, nil, layer)
	for _, row := range []OngoingAction{
		{Action: "witch_fire", Whom: "ysolde", Tool: "willow_wand"}, {Action: "veil", Whom: "wenna", Tool: "grimoire"},
		{Action: "veil", Whom: "ysolde", Tool: "willow_wand"}, {Action: "fling_mud", Whom: "wenna"},
	} {
		w := &walk{t: t, rs: rs, rng: rand.New(rand.NewPCG(5, 7)), dice: NewSeededDice([32]byte{8}), state: &State{}}
		for _, key := range []string{"osk", "ysolde", "wenna"} {
			w.apply([]Event{{Kind: EventJoin, Who: key, What: key, Sheet: files["characters/"+key+".yaml"]}})
		}
		if !againstDice(t, w, "osk", row, 4000) {
			t.Errorf("%+v cannot be done", row)
		}
	}
}

// The manual has a chapter for every section that a file may hold, and names no chapter twice.
func TestManualHasEverySection(t *testing.T) {
	var names []string
	for _, chapter := range Manual() {
		if slices.Contains(names, chapter.Name()) {
			t.Errorf("two chapters are called %s", chapter.Name())
		}
		names = append(names, chapter.Name())
	}
	for _, section := range source.Keys(PackFields()) {
		if !slices.Contains(names, section.Key) {
			t.Errorf("No chapter named %s", section.Key)
		}
	}
}

// The README of the manual lists every page, by its title.
func TestManualListsEveryPage(t *testing.T) {
	readme, err := manual.ReadFile("manual/README.md")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := manual.ReadDir("manual")
	if err != nil {
		t.Fatal(err)
	}
	if pages := len(Manual()); pages != len(entries) {
		t.Errorf("the README lists %d pages beside itself, the folder has %d", pages-1, len(entries)-1)
	}
	for _, entry := range entries {
		if name := entry.Name(); name != "README.md" && !strings.Contains(string(readme), fmt.Sprintf("\n- [%s](%s)\n", readChapter(name).Title, name)) {
			t.Errorf("the README does not list %s by its title", name)
		}
	}
}

// What the manual lists for a place, a formula may use there.
func TestPlacesAreTrue(t *testing.T) {
	rs := hybridPack(t)
	for _, place := range rs.Places() {
		c := &compiler{rs: rs, report: &source.Report{}, tagBits: map[string]int{}, rulings: map[string]bool{}}
		c.collectWords()
		if len(place.Names) < 10 {
			t.Errorf("%s: only %v", place.Name, place.Names)
		}
		for _, name := range place.Names {
			if strings.HasPrefix(name, "tag.") || slices.Index(rs.Functions(), name) >= 0 {
				continue // one bit each; a function is called
			}
			if _, ok := (c).resolveName(place.scope, name); !ok {
				t.Errorf("%s: %s is listed and cannot be used", place.Name, name)
			}
		}
	}
}
