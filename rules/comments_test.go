package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	docLink  = regexp.MustCompile(`\[([A-Z]\w*(?:\.[A-Z]\w*)?)\]`)
	fileName = regexp.MustCompile(`[a-z_/]+\.(?:go|json|md)\b`)
	dataName = regexp.MustCompile(`\w+\.(?:html|jsonl|yaml|db|txt)\b`)
	testName = regexp.MustCompile(`\bTest[A-Z]\w+\b`)
	// memberName is a method or a field of a type, such as Run.carry.
	memberName = regexp.MustCompile(`\b([A-Za-z]\w+)\.([A-Za-z]\w+)\b`)
)

// Every package says what it is; the names in brackets, the methods and the files that it speaks of are there.
func TestPackageComments(t *testing.T) {
	names, comments := map[string]map[string]bool{}, map[string]string{}
	for _, path := range repoFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Dir(path)
		if names[folder] == nil {
			names[folder] = map[string]bool{}
		}
		for _, decl := range file.Decls {
			declares(decl, names[folder])
		}
		comments[folder] += file.Doc.Text()
	}
	all, tests := names, testFunctions(t)
	for folder, names := range all {
		comment := comments[folder]
		if comment == "" {
			t.Errorf("%s has no comment that says what the package is", folder)
		}
		for _, link := range docLink.FindAllStringSubmatch(comment, -1) {
			if !names[link[1]] {
				t.Errorf("the comment of %s speaks of %s, which is not there", folder, link[0])
			}
		}
		for _, m := range memberName.FindAllStringSubmatch(dataName.ReplaceAllString(fileName.ReplaceAllString(comment, ""), ""), -1) {
			known, there := false, false
			for in, names := range all {
				if names[m[1]] && (in == folder || strings.HasPrefix(in, folder+"/")) {
					known, there = true, there || hasMember(names, m[2])
				}
			}
			if known && !there {
				t.Errorf("the comment of %s speaks of %s, which is not there", folder, m[0])
			}
		}
		for _, name := range testName.FindAllString(comment, -1) {
			if !tests[name] {
				t.Errorf("the comment of %s speaks of %s, which is not there", folder, name)
			}
		}
		for _, name := range fileName.FindAllString(comment, -1) {
			beside, above := filepath.Join(folder, name), filepath.Join("..", name)
			if _, err := os.Stat(beside); err == nil {
				continue
			}
			if _, err := os.Stat(above); err != nil || !strings.Contains(name, "/") {
				t.Errorf("the comment of %s speaks of %s, which is not there", folder, name)
			}
		}
	}
}

// testFunctions returns the names of all test functions of the program.
func testFunctions(t *testing.T) map[string]bool {
	t.Helper()
	names, declared := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test[A-Z]\w+)\(`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range declared.FindAllSubmatch(text, -1) {
			names[string(match[1])] = true
		}
		return err
	})
	if err != nil || len(names) < 500 {
		t.Fatalf("%d tests found: %v", len(names), err)
	}
	return names
}

// hasMember reports whether a type of a package has a method or a field of this name; which type is not asked, for it may have
// it of one that is in it.
func hasMember(names map[string]bool, member string) bool {
	for name := range names {
		if strings.HasSuffix(name, "."+member) {
			return true
		}
	}
	return false
}

// declares adds the names that a declaration gives, fields and methods as Type.Name.
func declares(decl ast.Decl, names map[string]bool) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		name := decl.Name.Name
		if decl.Recv != nil {
			name = receiverName(decl) + "." + name
		}
		names[name] = true
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names[spec.Name.Name] = true
				if fields, ok := spec.Type.(*ast.StructType); ok {
					for _, field := range fields.Fields.List {
						for _, name := range field.Names {
							names[spec.Name.Name+"."+name.Name] = true
						}
					}
				}
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					names[name.Name] = true
				}
			}
		}
	}
}

// receiverName is the name of the type that a method is of.
func receiverName(method *ast.FuncDecl) string {
	of := method.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	return of.(*ast.Ident).Name
}
