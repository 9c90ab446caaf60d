package story_test

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
)

// told matches expressions whose value is a text that the narrator told, or a title or question made of it.
var told = regexp.MustCompile(`\bstory\.(Tell\w*|One)\(|\bRecount\(|\b(deed|plan)Sentence\(|\bansweredDeedText\(|\.(Tells|Said|Bare|Title)$|\bneed\.(Text|Lead|About)$|\b(passage|Passage)\.Text$`)

// cuts are the functions of package strings that take a text apart.
var cuts = regexp.MustCompile(`^(Cut|CutPrefix|CutSuffix|Fields|HasPrefix|HasSuffix|Index|LastIndex|Split|SplitN|TrimPrefix|TrimSuffix)$`)

// cutsOfTold lists the calls in a Go file that take a told text apart: the text itself, or a variable that it was assigned to in the
// same function.
func cutsOfTold(t *testing.T, name string, src any) (list []string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := func(e ast.Expr) string {
		var out strings.Builder
		if err := printer.Fprint(&out, files, e); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for _, decl := range file.Decls {
		names := map[string]bool{}
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, value := range n.Rhs {
					if name, ok := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); ok && told.MatchString(text(value)) {
						names[name.Name] = true
					}
				}
			case *ast.CallExpr:
				f, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || text(f.X) != "strings" || !cuts.MatchString(f.Sel.Name) || len(n.Args) == 0 {
					return true
				}
				if arg := text(n.Args[0]); told.MatchString(arg) || names[arg] {
					list = append(list, files.Position(n.Pos()).String()+": "+text(n))
				}
			}
			return true
		})
	}
	return list
}

// TestNoToldTextIsCut: what one teller tells is never taken apart by another; who needs a part of it reads the facts.
func TestNoToldTextIsCut(t *testing.T) {
	gmtest.SkipIfShort(t)
	read := 0
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		read++
		for _, cut := range cutsOfTold(t, name, nil) {
			t.Errorf("%s takes a told text apart. Use the facts that it was told from.", cut)
		}
		return nil
	})
	if err != nil || read < 300 {
		t.Fatalf("%d files read, %v", read, err)
	}
	for _, planted := range []string{
		"what, _, _ := strings.Cut(p.Title, \" (\")",
		"text := story.Tell(rs, p); if strings.HasPrefix(text, who) { return }",
		"rest := strings.TrimPrefix(v.deedSentence(kind, d, a), who)",
		"who, _, _ := strings.Cut(need.Text, \": \")",
	} {
		if list := cutsOfTold(t, "planted.go", "package p\n\nfunc f() {\n"+planted+"\n}\n"); len(list) != 1 {
			t.Errorf("%s: found %q", planted, list)
		}
	}
	if list := cutsOfTold(t, "planted.go", "package p\n\nfunc f() { verb, _, _ := strings.Cut(l.Line, \" \") }\n"); len(list) > 0 {
		t.Errorf("a line is no told text: %q", list)
	}
}
