package rules

import (
	"fmt"
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
	// memberName is a method or a field of a type, such as Run.runSteps.
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
		for _, name := range missingFiles(folder, comment) {
			t.Errorf("the comment of %s speaks of %s, which is not there", folder, name)
		}
	}
}

// missingFiles returns the files that a comment in folder speaks of and that are neither there nor, with a folder before them,
// below the top of the program.
func missingFiles(folder, comment string) (missing []string) {
	for _, name := range fileName.FindAllString(comment, -1) {
		beside, above := filepath.Join(folder, name), filepath.Join("..", name)
		if _, err := os.Stat(beside); err == nil {
			continue
		}
		if _, err := os.Stat(above); err != nil || !strings.Contains(name, "/") {
			missing = append(missing, name)
		}
	}
	return missing
}

// minHeaded is from how many lines on a file says at its head what it is for and where its neighbours are.
const minHeaded = 100

// fileHeader returns the comment at the head of a file: of its package, or one that stands by itself before the declarations.
func fileHeader(file *ast.File) string {
	if file.Doc != nil {
		return file.Doc.Text()
	}
	end := file.End()
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if ok && gen.Tok == token.IMPORT {
			continue
		}
		end = decl.Pos()
		if fn, isFunc := decl.(*ast.FuncDecl); isFunc && fn.Doc != nil {
			end = fn.Doc.Pos()
		} else if ok && gen.Doc != nil {
			end = gen.Doc.Pos()
		}
		break
	}
	for _, comment := range file.Comments {
		if comment.Pos() < end && comment.Text() != "" {
			return comment.Text()
		}
	}
	return ""
}

// TestFileHeadersLooks holds that TestFileHeaders tells a header from the comment of a declaration or an import.
func TestFileHeadersLooks(t *testing.T) {
	for source, want := range map[string]string{
		"package a\n\n// head\n\n// f does it.\nfunc f() {}":                "head\n",
		"package a\n\n// f does it.\nfunc f() {}":                           "",
		"package a\n\nimport \"b\"\n\n// head\n\nvar x int\n":               "head\n",
		"package a\n\nimport \"b\"\n\n// x is it.\nvar x int\n\n// later\n": "",
		"// package a is it.\npackage a\n":                                  "package a is it.\n",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "planted.go", source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := fileHeader(file); got != want {
			t.Errorf("%q has the header %q, want %q", source, got, want)
		}
	}
	if got := missingFiles(".", "comments_test.go, gm/doc.go and nowhere.go"); len(got) != 1 || got[0] != "nowhere.go" {
		t.Errorf("missing are %q, want nowhere.go alone", got)
	}
}

// TestFileHeaders holds that a file of minHeaded lines has a comment at its head, and that the files it speaks of are there.
func TestFileHeaders(t *testing.T) {
	for _, path := range repoFiles(t) {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		header := fileHeader(file)
		if lines := set.File(file.Pos()).LineCount(); header == "" && lines >= minHeaded {
			t.Errorf("%s has %d lines and no comment at its head: say what it is for and where its neighbours are", path, lines)
		}
		for _, name := range missingFiles(filepath.Dir(path), header) {
			t.Errorf("%s speaks at its head of %s, which is not there", path, name)
		}
	}
}

// maxWalk is how many functions a walk has a reader open.
const maxWalk = 12

// walkLine is a line of a walk in a package comment: functions or methods, each of which calls the next.
var walkLine = regexp.MustCompile(`^\t(?:\w+\.)?\w+(?: → (?:\w+\.)?\w+)*$`)

// walksOf returns the walks of a comment: each a series of walkLines, at least one of them with an arrow.
func walksOf(comment string) (walks [][][]string) {
	var walk [][]string
	for _, line := range append(strings.Split(comment, "\n"), "") {
		if walkLine.MatchString(line) {
			walk = append(walk, strings.Split(strings.TrimSpace(line), " → "))
			continue
		}
		for _, chain := range walk {
			if len(chain) > 1 {
				walks = append(walks, walk)
				break
			}
		}
		walk = nil
	}
	return walks
}

// callers maps functions, and methods as Type.Name, to the names that each calls or hands on.
type callers map[string][]map[string]bool

// add adds the functions of a file.
func (c callers) add(file *ast.File) {
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		name, names := fn.Name.Name, map[string]bool{}
		if fn.Recv != nil {
			name = receiverName(fn) + "." + name
		}
		ast.Inspect(fn.Body, func(node ast.Node) bool {
			if called, ok := node.(*ast.CallExpr); ok {
				switch fun := called.Fun.(type) {
				case *ast.Ident:
					names[fun.Name] = true
				case *ast.SelectorExpr:
					names[fun.Sel.Name] = true
				}
			}
			return true
		})
		c[name] = append(c[name], names)
	}
}

// fault says what is wrong with a walk; empty if each function is there and calls the next, and there are no more than maxWalk.
func (c callers) fault(walk [][]string) string {
	distinct := map[string]bool{}
	for _, chain := range walk {
		for i, name := range chain {
			distinct[name] = true
			if c[name] == nil {
				return name + " is not there"
			}
			if i == 0 {
				continue
			}
			called := false
			for _, names := range c[chain[i-1]] {
				called = called || names[name[strings.LastIndex(name, ".")+1:]]
			}
			if !called {
				return chain[i-1] + " doesn't call " + name
			}
		}
	}
	if len(distinct) > maxWalk {
		return fmt.Sprintf("%d functions, more than %d", len(distinct), maxWalk)
	}
	return ""
}

// TestWalks holds the walks of package comments to the code: a key to the disk, a line of YAML to a chance, a proposal to the log.
func TestWalks(t *testing.T) {
	c, comments := callers{}, ""
	for _, path := range repoFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		c.add(file)
		comments += file.Doc.Text() + "\n"
	}
	walks := walksOf(comments)
	if len(walks) != 3 {
		t.Errorf("%d walks found, want 3", len(walks))
	}
	for _, walk := range walks {
		if fault := c.fault(walk); fault != "" {
			t.Errorf("the walk from %s: %s", walk[0][0], fault)
		}
	}
}

// TestWalksLooks plants a walk that is true, and others that are not.
func TestWalksLooks(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "planted.go", "package a\ntype b int\nfunc (b) c() { d() }\nfunc d() {}", 0)
	if err != nil {
		t.Fatal(err)
	}
	c := callers{}
	c.add(file)
	for text, want := range map[string]string{
		"text\n\n\tb.c → d\n\td\n": "",
		"\td → b.c":                "d doesn't call b.c",
		"\tb.c → e":                "e is not there",
	} {
		walks := walksOf(text)
		if len(walks) != 1 {
			t.Fatalf("%q has %d walks", text, len(walks))
		}
		if got := c.fault(walks[0]); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
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
