package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// listed is a package as `go list -json` describes it, with the fields that the checks need.
type listed struct {
	Dir, ImportPath string            // folder of its files; import path, with " [path.test]" after it if it is compiled for tests
	GoFiles         []string          // names of its Go files for the chosen system
	ImportMap       map[string]string // import path of a package by the path written in an import, where they differ
	Module          *struct {         // module of the package; nil for the standard library
		Main      bool   // whether it is the module in the current folder
		GoVersion string // language version, such as 1.26; "" for none
	}
	Error *struct{ Err string } // error in loading the package; nil for none
}

func main() {
	failed := false
	for _, system := range os.Args[1:] {
		if err := check(system); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", system, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// check type-checks all packages for a system such as windows/amd64: go list names them for that system, with everything that they import,
// and [listed.check] checks each. It returns the errors in this module's packages.
func check(system string) error {
	goos, goarch, _ := strings.Cut(system, "/")
	list := exec.Command("go", "list", "-e", "-deps", "-test", "-json=Dir,ImportPath,GoFiles,ImportMap,Module,Error", "./...")
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		return err
	}
	if err := list.Start(); err != nil {
		return err
	}
	known, own, wrong := map[string]*types.Package{"unsafe": types.Unsafe}, 0, []error(nil)
	decode := json.NewDecoder(bufio.NewReader(out))
	for { // go list -deps lists each package after those that it imports
		var p listed
		if err := decode.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if p.Error != nil {
			wrong = append(wrong, fmt.Errorf("%s: %s", p.ImportPath, p.Error.Err))
		}
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") { // PATH.test is the main program that go test generates
			continue
		}
		checked, mistakes := p.check(known, goarch)
		known[p.ImportPath] = checked
		if p.own() {
			own, wrong = own+1, append(wrong, mistakes...)
		}
	}
	if err := list.Wait(); err != nil {
		return err
	}
	if own == 0 {
		return errors.New("no packages")
	}
	fmt.Printf("%s: %d packages, with tests\n", system, own)
	return errors.Join(wrong...)
}

// own reports whether a package belongs to this module.
func (p *listed) own() bool { return p.Module != nil && p.Module.Main }

// check type-checks a package; known must hold the packages that it imports, by import path. In a package of another module only the
// declarations are checked, and the caller ignores mistakes there: one that matters causes a mistake in a package of this module, too.
func (p *listed) check(known map[string]*types.Package, goarch string) (checked *types.Package, mistakes []error) {
	fset, mode := token.NewFileSet(), parser.SkipObjectResolution
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, mode)
		if err != nil {
			mistakes = append(mistakes, err)
		}
		files = append(files, file)
	}
	config := types.Config{
		Importer: importer(func(path string) (*types.Package, error) {
			if actual, mapped := p.ImportMap[path]; mapped {
				path = actual
			}
			if found := known[path]; found != nil {
				return found, nil
			}
			return nil, fmt.Errorf("package %s is missing", path)
		}),
		Sizes:            types.SizesFor("gc", goarch),
		IgnoreFuncBodies: !p.own(),
		FakeImportC:      true,
		Error:            func(err error) { mistakes = append(mistakes, err) },
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // go list writes "path [path.test]" for a package compiled for its tests
	checked, _ = config.Check(path, fset, files, nil)
	return checked, mistakes
}

// importer lets a function serve as a types.Importer.
type importer func(path string) (*types.Package, error)

// Import returns the package with the given path in an import.
func (i importer) Import(path string) (*types.Package, error) { return i(path) }
