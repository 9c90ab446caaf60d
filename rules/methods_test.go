package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// maxMethods is the number of methods that a type may have without a reason in its comment: a sentence that begins with
// manyMethods.
const (
	maxMethods  = 60
	manyMethods = "It has many methods because"
)

// TestManyMethods checks that a type of more than maxMethods methods says why in its comment.
func TestManyMethods(t *testing.T) {
	methods, reasons := map[string]int{}, map[string]bool{}
	for _, path := range repoFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.ToSlash(filepath.Dir(path)) + "."
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					methods[folder+receiverType(d.Recv.List[0].Type)]++
				} else if in := d.Type.Params.List; file.Name.Name == "rules" && d.Name.IsExported() && len(in) > 0 && receiverType(in[0].Type) == "Ruleset" {
					t.Errorf("%s: %s takes a Ruleset first; make it its method, so that what a game answers is found in one place", path, d.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if of, ok := spec.(*ast.TypeSpec); ok {
						comment := strings.Join(strings.Fields(d.Doc.Text()+of.Doc.Text()), " ")
						reasons[folder+of.Name.Name] = strings.Contains(comment, manyMethods)
					}
				}
			}
		}
	}
	for of, n := range methods {
		if n > maxMethods && !reasons[of] {
			t.Errorf("%s has %d methods, more than %d; part it, or add “%s …” to its comment", of, n, maxMethods, manyMethods)
		}
	}
}

// receiverType returns the name of the type of a receiver.
func receiverType(of ast.Expr) string {
	for {
		switch x := of.(type) {
		case *ast.StarExpr:
			of = x.X
		case *ast.IndexExpr:
			of = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
