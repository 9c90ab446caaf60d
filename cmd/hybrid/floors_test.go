package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// The large packages are ordered by floors, which the section "Floors" of their doc.go lists: the number of a floor, the files
// of a room on it, and what they are for. A function, a method or a value refers to those of its own floor or of a lower one.
// Types are one recursive data model and may stand anywhere.

// climbCeiling is the number of references to a higher floor that a package still has. It only falls.
var climbCeiling = map[string]int{
	"rules":        0,
	"gm/command":   0,
	"gm":           0,
	"gm/dashboard": 0,
	"gm/players":   0,
	"gm/seats":     0,
	"cmd/hybrid":   0,
}

// necessaryClimbs are the references upward without which a package could not do its work, each with its reason. They are not
// counted.
var necessaryClimbs = map[string]string{
	"rules: Goal.compile compiler.compileEffects":            "an entry has effects, and effects name entries",
	"rules: Task.compile compiler.compileEffects":            "the same",
	"rules: Hazard.compile Sequence.compile":                 "a hazard has steps, and steps name entries",
	"rules: State.joinActor Ruleset.readSheet":               "an event that brings an actor in carries its file, which is compiled",
	"rules: State.joinSide SideEntry.compileSheet":           "the same, of a side",
	"rules: Sheet.addSkillPool Ruleset.poolBonus":            "a maximum of a sheet is a tally",
	"rules: Run.emit recorder.takeEvent":                     "an event goes to one of two sinks, called directly for speed",
	"rules: Run.emit Live.takeEvent":                         "the other one",
	"rules: Run.prepareAct actionCache.fillFrame":            "an actor in a Live remembers what an action stands for",
	"rules: Run.prepareAct actionCache.cachedTarget":         "the same",
	"rules: turnOrder.firstPending Live.firstPendingIndexes": "a Live remembers when each actor is next",
	"rules: arena.keepResults hash.addResults":               "results that are kept carry the hash by which branches meet",
	"rules: Run.runStepOnce stepper.carryOutStep":            "a step that offers something asks who is offered it",
	"rules: act.chooseTaskSkill Ruleset.PlainPreview":        "a task is rolled on its likeliest skill, which a preview tells",
	"rules: previewAction Ruleset.exploreAction":             "a preview of a chance that depends on earlier dice counts the ways they fall",
	"rules: stepper.throwStep oddsCounter.countThrow":        "a throw is counted where it falls",
}

// maxRoomFiles is the number of files that may share a prefix, so that a listing reads as a table of contents.
const maxRoomFiles = 25

// room is a set of files on a floor, as doc.go lists it.
type room struct {
	floor   int
	pattern string // of path.Match
}

// parseRooms returns the rooms that the section "Floors" of a package comment lists, lowest floor first.
func parseRooms(doc string) []room {
	var rooms []room
	_, section, _ := strings.Cut(doc, "# Floors\n")
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "# ") {
			break
		}
		words := strings.Fields(line)
		if len(words) < 2 || !strings.HasPrefix(line, "\t") {
			continue
		}
		floor, err := strconv.Atoi(words[0])
		if err != nil {
			continue
		}
		for _, word := range words[1:] {
			if !strings.HasSuffix(word, ".go") {
				break
			}
			rooms = append(rooms, room{floor, word})
		}
	}
	return rooms
}

// floorOf returns the floor of a file, and an error unless exactly one room has it.
func floorOf(name string, rooms []room) (int, error) {
	found := 0
	for _, r := range rooms {
		if ok, _ := path.Match(r.pattern, name); ok {
			if found != 0 {
				return 0, fmt.Errorf("%s is in two rooms of doc.go", name)
			}
			found = r.floor
		}
	}
	if found == 0 && name != "doc.go" {
		return 0, fmt.Errorf("%s has no floor; give it the prefix of a room that doc.go lists", name)
	}
	return found, nil
}

// climb is a reference to a declaration on a higher floor.
type climb struct {
	from, to         string // the declarations
	fromFile, toFile string
}

func (c climb) String() string {
	return fmt.Sprintf("%s (%s) refers to %s (%s)", c.from, c.fromFile, c.to, c.toFile)
}

// climbs type-checks the files of a package and returns its references to higher floors, each pair of declarations once, and
// what is wrong with its rooms.
func climbs(set *token.FileSet, files []*ast.File, rooms []room, from types.Importer) ([]climb, []error) {
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: from}
	if _, err := conf.Check("checked", set, files, info); err != nil {
		return nil, []error{err}
	}
	var wrong []error
	shares := map[string]int{}
	floors := map[string]int{}
	for _, file := range files {
		name := filepath.Base(set.Position(file.Package).Filename)
		floor, err := floorOf(name, rooms)
		if err != nil {
			wrong = append(wrong, err)
		}
		floors[name] = floor
		if prefix, _, ok := strings.Cut(name, "_"); ok {
			if shares[prefix]++; shares[prefix] == maxRoomFiles+1 {
				wrong = append(wrong, fmt.Errorf("more than %d files begin with %s_; split the room", maxRoomFiles, prefix))
			}
		}
	}
	type place struct{ name, file string }
	declared := map[types.Object]place{}
	type body struct {
		of   place
		node ast.Node
	}
	var bodies []body
	for _, file := range files {
		name := filepath.Base(set.Position(file.Package).Filename)
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				of := place{decl.Name.Name, name}
				if decl.Recv != nil {
					receiver, _, _ := strings.Cut(strings.TrimPrefix(types.ExprString(decl.Recv.List[0].Type), "*"), "[")
					of.name = receiver + "." + of.name
				}
				declared[info.Defs[decl.Name]] = of
				bodies = append(bodies, body{of, decl})
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if value, ok := spec.(*ast.ValueSpec); ok {
						of := place{value.Names[0].Name, name}
						for _, ident := range value.Names {
							declared[info.Defs[ident]] = of
						}
						bodies = append(bodies, body{of, value})
					}
				}
			}
		}
	}
	seen := map[climb]bool{}
	for _, b := range bodies {
		ast.Inspect(b.node, func(n ast.Node) bool {
			ident, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			used := info.Uses[ident]
			switch generic := used.(type) {
			case *types.Func:
				used = generic.Origin()
			case *types.Var:
				used = generic.Origin()
			}
			if to, ok := declared[used]; ok && floors[to.file] > floors[b.of.file] {
				seen[climb{b.of.name, to.name, b.of.file, to.file}] = true
			}
			return true
		})
	}
	list := make([]climb, 0, len(seen))
	for c := range seen {
		list = append(list, c)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].String() < list[j].String() })
	return list, wrong
}

// packageDoc returns the comment of a package, from its doc.go.
func packageDoc(t *testing.T, folder string) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", folder, "doc.go"), nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	return file.Doc.Text()
}

// goPackage is a package as `go list` gives it.
type goPackage struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
}

// listPackages returns what `go list` tells about packages, by path.
func listPackages(t *testing.T, args ...string) map[string]goPackage {
	t.Helper()
	list := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Export,GoFiles,Imports"}, args...)...)
	list.Dir, list.Stderr = "../..", os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]goPackage{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = p
	}
}

// TestFloors stands here because export data of what the packages import has been compiled for this package's tests already.
func TestFloors(t *testing.T) {
	var folders []string
	for folder := range climbCeiling {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	var paths []string
	for _, folder := range folders {
		paths = append(paths, "hybrid/"+folder)
	}
	packages := listPackages(t, paths...)
	imports := []string{"-export", "-deps"}
	for _, p := range packages {
		imports = append(imports, p.Imports...)
	}
	imported := listPackages(t, imports...)
	set := token.NewFileSet()
	exports := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(imported[path].Export) })
	for _, folder := range folders {
		t.Run(strings.ReplaceAll(folder, "/", "."), func(t *testing.T) {
			rooms := parseRooms(packageDoc(t, folder))
			if len(rooms) < 4 {
				t.Fatalf("doc.go lists %d rooms", len(rooms))
			}
			var files []*ast.File
			own := packages["hybrid/"+folder]
			for _, name := range own.GoFiles {
				file, err := parser.ParseFile(set, filepath.Join(own.Dir, name), nil, parser.SkipObjectResolution)
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, file)
			}
			list, wrong := climbs(set, files, rooms, exports)
			needed := map[string]bool{}
			list = slices.DeleteFunc(list, func(c climb) bool {
				name := folder + ": " + c.from + " " + c.to
				needed[name] = true
				return necessaryClimbs[name] != ""
			})
			for name := range necessaryClimbs {
				if strings.HasPrefix(name, folder+": ") && !needed[name] {
					t.Errorf("%s: there is no such reference any more; remove it from necessaryClimbs", name)
				}
			}
			for _, err := range wrong {
				t.Error(err)
			}
			for _, r := range rooms {
				if !slices.ContainsFunc(own.GoFiles, func(name string) bool { ok, _ := path.Match(r.pattern, name); return ok }) {
					t.Errorf("doc.go lists %s; no file has that name", r.pattern)
				}
			}
			if ceiling := climbCeiling[folder]; len(list) > ceiling {
				for _, c := range list {
					t.Log(c)
				}
				t.Errorf("%d references climb to a higher floor, %d may; move what they refer to down", len(list), ceiling)
			} else if len(list) < ceiling {
				t.Logf("%d references climb; lower the ceiling of %d", len(list), ceiling)
			}
		})
	}
}

// TestFloorsFindClimbs holds that TestFloors looks: what it forbids is planted in a small package.
func TestFloorsFindClimbs(t *testing.T) {
	rooms := parseRooms("Package planted has two floors.\n\n# Floors\n\n\t1  low_*.go   below\n\t2  high_*.go  above\n\n# Next\n\n\t3  next_*.go  not listed\n")
	if len(rooms) != 2 {
		t.Fatalf("%d rooms parsed, want 2: %v", len(rooms), rooms)
	}
	source := map[string]string{
		"low_a.go":   "package planted\n\ntype box[T any] struct{ v T }\n\nfunc (b box[T]) low() { b.high() }\n\nfunc down() {}\n",
		"low_b.go":   "package planted\n\nvar table = []func(){up, down}\n\nfunc calls() { upper{}.method(); high(); down() }\n\nfunc types(u upper) upper { return u }\n",
		"high_a.go":  "package planted\n\ntype upper struct{}\n\nfunc (upper) method() { down(); calls() }\n\nfunc up() {}\n\nfunc (b box[T]) high() { b.low() }\n\nfunc high() { box[int]{}.high() }\n",
		"next_a.go":  "package planted\n",
		"stray.go":   "package planted\n",
		"high_b.go":  "package planted\n\nconst top = 1\n",
		"low_top.go": "package planted\n\nconst bottom = top + 1\n",
	}
	for i := range maxRoomFiles {
		source[fmt.Sprintf("high_many%d.go", i)] = "package planted\n"
	}
	set := token.NewFileSet()
	var files []*ast.File
	for name, text := range source {
		file, err := parser.ParseFile(set, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	list, wrong := climbs(set, files, rooms, nil)
	var got []string
	for _, c := range list {
		got = append(got, c.from+" "+c.to)
	}
	if want := []string{"bottom top", "box.low box.high", "calls high", "calls upper.method", "table up"}; !slices.Equal(got, want) {
		t.Errorf("climbs found: %q, want %q", got, want)
	}
	text := fmt.Sprint(errors.Join(wrong...))
	for _, want := range []string{"next_a.go has no floor", "stray.go has no floor", "more than 25 files begin with high_"} {
		if !strings.Contains(text, want) {
			t.Errorf("wrong rooms: %q, want %q", text, want)
		}
	}
}
