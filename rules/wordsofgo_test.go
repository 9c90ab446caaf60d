package rules

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// How functions are commented and things are named, in all Go files but tests. A function's comment begins with a verb (returns,
// reports whether, applies), as in the standard library, where 4 to 6 % begin "X is" and 22 to 33 % "X returns". The figures
// only move toward those; lower a ceiling when a change lets you.
var (
	maxIsShare      = 6.8  // per cent of the functions' comments that begin "X is" or "X are"
	minReturnsShare = 28.0 // per cent that begin "X returns"
	maxUncommented  = 931  // functions without a comment
	maxMostNames    = 52   // names that begin with most or least, where Go says max and min
	maxLooseNames   = 1040 // names that are a participle, a preposition or a verb of speech, as listed in looseNames
)

// looseNames are words that say nothing of a thing when they are all of its name.
var looseNames = strings.Fields(`told said kept known shown left asked given fallen drawn lent gone lost meant heard rolled named
	beside within ahead apart alone despite toward meanwhile again anew together otherwise likewise
	say tell hear heeds befalls befell`)

var (
	describesThing = regexp.MustCompile(`^\S+ (is|are)\b`)
	mostName       = regexp.MustCompile(`^(most|least)([A-Z]|$)`)
)

// nameFigures are the counts that TestComments holds.
type nameFigures struct {
	comments, is, returns, uncommented, most, loose int
}

// count adds the figures of a file. Each finding is passed to found with its kind.
func (n *nameFigures) count(file *ast.File, found func(kind string, at token.Pos, text string)) {
	name := func(ident *ast.Ident) {
		switch {
		case mostName.MatchString(ident.Name):
			n.most++
			found("most", ident.Pos(), ident.Name)
		case slices.Contains(looseNames, strings.ToLower(ident.Name)):
			n.loose++
			found("loose", ident.Pos(), ident.Name)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			name(node.Name)
			text := strings.TrimSpace(node.Doc.Text())
			switch {
			case text == "":
				n.uncommented++
				found("uncommented", node.Pos(), node.Name.Name)
				return true
			case describesThing.MatchString(text):
				n.is++
				found("is", node.Pos(), text)
			case strings.HasPrefix(text, node.Name.Name+" returns"):
				n.returns++
			}
			n.comments++
		case *ast.Field:
			for _, ident := range node.Names {
				name(ident)
			}
		case *ast.ValueSpec:
			for _, ident := range node.Names {
				name(ident)
			}
		case *ast.TypeSpec:
			name(node.Name)
		case *ast.AssignStmt:
			if node.Tok == token.DEFINE {
				for _, left := range node.Lhs {
					if ident, ok := left.(*ast.Ident); ok && ident.Obj != nil && ident.Obj.Pos() == ident.Pos() {
						name(ident)
					}
				}
			}
		}
		return true
	})
}

func TestComments(t *testing.T) {
	var n nameFigures
	set := token.NewFileSet()
	for _, path := range repoFiles(t) {
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		n.count(file, func(kind string, at token.Pos, text string) {
			if testing.Verbose() {
				first, _, _ := strings.Cut(text, "\n")
				fmt.Printf("%s\t%s\t%s\n", kind, set.Position(at), first)
			}
		})
	}
	if n.comments < 1000 {
		t.Fatalf("%d functions with a comment found; is the program elsewhere?", n.comments)
	}
	isShare, returnsShare := 100*float64(n.is)/float64(n.comments), 100*float64(n.returns)/float64(n.comments)
	t.Logf("%d comments of functions, %.1f%% begin “X is”, %.1f%% “X returns”; %d functions without; %d names most… or least…; %d loose names",
		n.comments, isShare, returnsShare, n.uncommented, n.most, n.loose)
	if isShare > maxIsShare {
		t.Errorf("%.1f%% of the functions' comments begin “X is”; at most %.1f%% may: begin with a verb", isShare, maxIsShare)
	}
	if returnsShare < minReturnsShare {
		t.Errorf("%.1f%% of the functions' comments begin “X returns”; at least %.1f%% should", returnsShare, minReturnsShare)
	}
	for _, c := range []struct {
		what     string
		got, max int
	}{
		{"functions have no comment", n.uncommented, maxUncommented},
		{"names begin with most or least; Go says max and min", n.most, maxMostNames},
		{"names are a participle, a preposition or a verb of speech (looseNames); name the thing", n.loose, maxLooseNames},
	} {
		if c.got > c.max {
			t.Errorf("%d %s; at most %d may (go test ./rules -run TestComments -v lists them)", c.got, c.what, c.max)
		}
	}
}

// TestCommentsCount holds that TestComments looks: each figure is planted once.
func TestCommentsCount(t *testing.T) {
	source := `package planted

// maxActors is a limit; a value may be described as what it is.
const mostActors = 64

// size is how large it is.
func size() int { return mostActors }

// next returns what follows.
func (b box) next() (told int) { return }

func bare() { kept := 1; kept = 2; _ = kept; keptAll := 0; _ = keptAll }

type box struct{ beside, mostly int }
`
	file, err := parser.ParseFile(token.NewFileSet(), "planted.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var n nameFigures
	n.count(file, func(string, token.Pos, string) {})
	if want := (nameFigures{comments: 2, is: 1, returns: 1, uncommented: 1, most: 1, loose: 3}); n != want {
		t.Errorf("counted %+v, want %+v", n, want)
	}
}
