package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"hybrid/rules/source"
)

// Go knows the genre, YAML knows the game: no name that an entry of the tables has may stand in a text of the program.

// repoFiles lists the Go files of the repository that are neither tests nor shared by tests, by path from its top.
func repoFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || slices.Contains([]string{"testdata", "gmtest"}, d.Name())) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// entryNames are the names that the tables give: entries of sections, steps, rows and columns. Of the packs beside the first
// one those that are no plain word count: with all that four games call their steps no sentence could be written.
func entryNames(t *testing.T) map[string]source.Pos {
	t.Helper()
	paths, err := filepath.Glob("../tables/*/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no tables", err)
	}
	names := map[string]source.Pos{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var report source.Report
		root := source.Parse(path, data, &report)
		if err := report.Err(); err != nil {
			t.Fatal(err)
		}
		own := map[string]source.Pos{}
		for _, section := range root.Fields {
			sectionNames(section, own)
		}
		for name, pos := range own {
			if strings.HasPrefix(path, "../tables/hybrid/") || len(name) > 3 && (strings.Contains(name, "_") || strings.ToUpper(name) == name) {
				names[name] = pos
			}
		}
	}
	return names
}

func sectionNames(section source.Field, names map[string]source.Pos) {
	if slices.Contains([]string{"pack", "skill", "order", "fields", "generation", "knowledge"}, section.Key) {
		return // what stands in these are keys, not entries
	}
	for _, entry := range section.Value.Fields {
		names[entry.Key] = entry.Pos
		for _, key := range []string{"steps", "rows", "situations"} {
			if below := entry.Value.Get(key); below != nil {
				for _, field := range below.Fields {
					names[field.Key] = field.Pos
				}
			}
		}
		for _, key := range []string{"columns", "texts"} {
			if below := entry.Value.Get(key); below != nil {
				for _, item := range below.Items {
					names[item.Text] = item.Pos
				}
			}
		}
	}
}

// literal is a text in a Go file.
type literal struct {
	pos  token.Position
	text string
}

func literals(t *testing.T, path string) (list []literal, imports []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		imports = append(imports, name)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, literal{set.Position(lit.Pos()), text})
		}
		return true
	})
	return list, imports
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
}

func TestNoNameOfTheGameInGo(t *testing.T) {
	names := entryNames(t)
	if len(names) < 400 {
		t.Fatalf("only %d names found in the tables", len(names))
	}
	allowed := engineWords()
	used := map[string]bool{}
	hits := map[string][]string{}
	for _, path := range repoFiles(t) {
		list, _ := literals(t, path)
		for _, lit := range list {
			for _, word := range wordsOf(lit.text) {
				if _, named := names[word]; !named {
					continue
				}
				if _, ok := allowed[word]; ok {
					used[word] = true
					continue
				}
				hits[word] = append(hits[word], strings.TrimPrefix(lit.pos.String(), "../"))
			}
		}
	}
	var found []string
	for word := range hits {
		found = append(found, word)
	}
	sort.Strings(found)
	for _, word := range found {
		t.Errorf("%s is an entry of the tables (%s), and stands in %s", word, names[word], strings.Join(hits[word], ", "))
	}
	for word, reason := range allowed {
		if _, named := names[word]; !named {
			t.Errorf("%s (%s) is allowed, but no entry is called so any more", word, reason)
		} else if !used[word] {
			t.Logf("%s (%s) is allowed, but no text says it any more", word, reason)
		}
	}
}

// engineWords are names of entries that are words of the engine or of the program as well, each with the reason.
func engineWords() map[string]string {
	return map[string]string{
		"acting":     "who acts now; a skill too",
		"advance":    "the subcommand that says what a rank costs; an option of an attack too",
		"balance":    "the subcommand that makes an encounter as hard as one wants; a skill too",
		"closing":    "what text does; a reading too",
		"follow":     "the subcommand that shows a session; a tactic too",
		"recovery":   "what rest gives back; a reading too",
		"tried":      "what a line can be; a step too",
		"turned":     "what a fight did; a step too",
		"alone":      "a case of how an action is told; an entry of learning too",
		"answer":     "a kind of question, and a verb of the prompt; the step that asks is called so too",
		"armour":     "the key of a character file for what is worn where; a modifier and a tag too",
		"block":      "a word for how YAML is written; an action too",
		"chance":     "the last number of a check; a modifier too",
		"cost":       "a key of activities and of the rules for skills; a column too",
		"damage":     "what bare dice do, and the key for it; a step of a blow too",
		"deed":       "what one may know of another one; a tag too",
		"df":         "a key that scripts read in the output of sheet; a modifier too",
		"ended":      "what a fight has done; the step that ends evading is called so too",
		"fire":       "what a prepared action does when its trigger comes; a hazard too",
		"hand":       "something is in hand, or given by hand; a hit location too",
		"head":       "the head of a page; a hit location too",
		"initiative": "when the next turn comes: a key of order and a verb of the prompt; a modifier too",
		"missed":     "what a check comes to; the step that stops at a miss is called so too",
		"partner":    "the other one of a condition between two; one to train with too",
		"percent":    "what a rank is worth: a key of the rules for skills; a modifier, and the game's one check, too",
		"place":      "where somebody stands, and where armour is worn; the step that finds the hit location too",
		"press":      "what one does to a key; a label of a step too",
		"reply":      "a kind of step; steps of that kind are called so too",
		"rolling":    "what dice do; a condition too",
		"running":    "an encounter that goes on; an activity too",
		"see":        "what players and characters do; a step too",
		"stopped":    "what the program did; a step of a blow too",
		"support":    "a name in the formulas of a check; a row of scope too",
		"time":       "a key of order and of tasks; a modifier too",
		"type":       "what a person does at the prompt; an aspect of skills too",
		"unseen":     "a warning of vet; a condition too",
		"value":      "a kind of step, and the only column of a table of bare values",
	}
}

// Imports point one way, as the page of gm draws them: cmd/hybrid → gm/dashboard → gm → gm/verbs, gm/logtext and gm/advice → gm/command →
// gm/campaign → rules → rules/formula → rules/source → rules/message, with rules/layer beside rules/formula, gm/disk under what keeps
// files, gm/export → gm/players beside the dashboard and gm/seats → gm/players under it, gm/simulate beside gm and gm/balance before it,
// and gm/dashboard → gm/dashboard/draw, which knows nothing of the game, gm/dashboard/follow beside it. The folders of data know nothing,
// and each foreign library has its place.
func TestImportsPointOneWay(t *testing.T) {
	may := map[string][]string{
		"rules/message": {},
		"rules/collect": {}, // which every package may import, as one of the standard library
		"rules/source":  {"rules/message"},
		"rules/formula": {"rules/message", "rules/source"},
		"rules/layer":   {"rules/message", "rules/source"},
		"rules":         {"rules/formula", "rules/layer", "rules/phrase", "rules/message", "rules/source"},
		"tables":        {}, "characters": {}, "campaigns": {},
		"gm/disk":           {},
		"gm/guard":          {},
		"gm/journal":        {"gm/disk"},
		"gm/campaign":       {"gm/disk", "rules", "rules/layer", "rules/message", "rules/source", "tables", "characters", "campaigns"},
		"gm/command":        {"gm/campaign", "rules", "rules/message", "rules/source"},
		"gm/verbs":          {"gm/command", "gm/campaign", "rules", "rules/message", "rules/source"},
		"gm/logtext":        {"gm/command", "gm/story", "rules", "rules/message"},
		"gm/advice":         {"gm/command", "rules"},
		"gm/simulate":       {"gm/guard", "gm/command", "gm/campaign", "rules", "rules/message", "rules/source"},
		"gm/balance":        {"gm/simulate", "gm/command", "gm/campaign", "rules/message", "rules/source"},
		"gm/analysis":       {"gm", "gm/advice", "gm/simulate", "gm/command", "rules", "rules/message"},
		"gm/workbook":       {"gm/command", "gm/campaign", "rules", "rules/purchase", "rules/message", "rules/source"},
		"gm/sheet":          {"gm/command", "rules", "rules/purchase", "rules/message", "rules/source"},
		"gm":                {"gm/guard", "gm/verbs", "gm/logtext", "gm/advice", "gm/command", "gm/story", "gm/campaign", "gm/journal", "gm/disk", "rules", "rules/message", "rules/source"},
		"gm/story":          {"rules", "rules/phrase", "rules/message", "rules/source"},
		"gm/players":        {"gm", "gm/command", "gm/campaign", "gm/sheet", "gm/story", "rules", "rules/message"},
		"gm/export":         {"gm/analysis", "gm/players", "gm", "gm/command", "gm/story", "rules", "rules/message"},
		"gm/seats":          {"gm/guard", "gm/players", "gm", "rules/message"},
		"gm/dashboard/draw": {"rules/message", "rules/source"},
		"gm/dashboard":      {"gm/guard", "gm/analysis", "gm/dashboard/draw", "gm/seats", "gm/players", "gm/sheet", "gm/story", "gm", "gm/simulate", "gm/verbs", "gm/logtext", "gm/advice", "gm/command", "gm/campaign", "rules", "rules/purchase", "rules/rulebook", "rules/message", "rules/source"},
		"cmd/hybrid":        {"gm/guard", "gm/analysis", "gm/dashboard", "gm/dashboard/follow", "gm/archive", "gm/export", "gm/seats", "gm/story", "gm", "gm/balance", "gm/sheet", "gm/workbook", "gm/simulate", "gm/verbs", "gm/command", "gm/campaign", "gm/disk", "rules", "rules/phrase", "rules/purchase", "rules/rulebook", "rules/layer", "rules/message", "rules/source", "tables", "characters", "campaigns"},

		"rules/phrase":        {"rules/message", "rules/source"},
		"rules/purchase":      {"rules"},
		"rules/rulebook":      {"rules", "rules/message", "rules/source"},
		"gm/archive":          {"gm", "gm/campaign", "gm/disk", "gm/journal", "rules/message"},
		"gm/dashboard/follow": {"gm/dashboard/draw", "gm/seats"},
	}
	only := map[string][]string{ // a library, and the packages that may use it
		"gopkg.in/yaml.v3": {"rules/source"}, "github.com/expr-lang/expr": {"rules/formula"}, "modernc.org/sqlite": {"gm/journal"}, "database/sql": {"gm/journal"},
		"github.com/rivo/tview": {"gm/dashboard"}, "github.com/gdamore/tcell/v2": {"gm/dashboard", "gm/dashboard/draw", "gm/dashboard/follow"}, "github.com/spf13/cobra": {"cmd/hybrid"}, "rsc.io/qr": {"gm/seats"}, "net/http": {"gm/seats", "gm/verbs"},
	}
	for _, path := range repoFiles(t) {
		folder := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "../"))
		allowed, known := may[folder]
		if !known {
			t.Errorf("%s: folder %s is not in the design", path, folder)
			continue
		}
		_, imports := literals(t, path)
		for _, name := range imports {
			if own, ok := strings.CutPrefix(name, "hybrid/"); ok && own != "rules/collect" && !slices.Contains(allowed, own) {
				t.Errorf("%s imports %s; %s may only import %v", path, name, folder, allowed)
			}
			for library, at := range only {
				if (name == library || strings.HasPrefix(name, library+"/")) && !slices.Contains(at, folder) {
					t.Errorf("%s imports %s, which only %v may", path, name, at)
				}
			}
			if folder == "rules" && slices.Contains([]string{"os", "time", "math/rand", "io/fs", "path/filepath"}, name) {
				t.Errorf("%s imports %s: rules opens no file and reads no clock", path, name)
			}
		}
	}
}
