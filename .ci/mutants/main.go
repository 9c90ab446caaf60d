package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Mutation testing: to find out what the tests check, operators of the code are flipped, one at a time, and the tests are run on each
// changed program. A mutant is the code with one operator flipped. If no test fails, the mutant survives: what the operator does is
// untested.

// flips maps each operator to its possible replacements: its opposite and, for <, <=, > and >=, the operator that treats equal operands
// differently. token.ILLEGAL stands for no operator: a ! is deleted.
var flips = map[token.Token][]token.Token{
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.LAND: {token.LOR}, token.LOR: {token.LAND}, token.NOT: {token.ILLEGAL},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL},
	token.INC: {token.DEC}, token.DEC: {token.INC}, token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
}

// place is an operator in the code that can be flipped, with its position.
type place struct {
	folder, file string         // paths relative to the current folder: the package's folder and the file in it
	at           token.Position // start of the operator in the file
	operator     token.Token    // a key of flips
}

// verdict is the result of testing a mutant, which is the code with one operator flipped.
type verdict string

const (
	found    verdict = "found"            // a test failed
	survived verdict = "SURVIVED"         // all tests passed
	invalid  verdict = "does not compile" // not counted; another operator is picked in its place
)

func main() {
	count := flag.Int("n", 24, "number of operators to flip")
	seed := flag.Uint64("seed", uint64(time.Now().Unix()), "seed of the random choice; the same seed flips the same operators of the same code")
	timeout := flag.Duration("timeout", 5*time.Minute, "a mutant whose tests take longer counts as found")
	flag.Parse()
	packages := flag.Args()
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	if err := run(packages, *count, *seed, *timeout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run flips count operators of packages, picked at random by seed, and prints the verdict on each. Tests that run longer than timeout count
// as failed.
func run(packages []string, count int, seed uint64, timeout time.Duration) error {
	places, err := operators(packages)
	if err != nil {
		return err
	}
	random, survivors, tried := rand.New(rand.NewPCG(seed, 0)), 0, 0
	fmt.Printf("%d operators, seed %d\n", len(places), seed)
	for _, i := range random.Perm(len(places)) {
		if tried == count {
			break
		}
		p := places[i]
		choices := flips[p.operator]
		replacement := choices[random.IntN(len(choices))]
		result, err := p.try(replacement, timeout)
		if err != nil {
			return err
		}
		fmt.Printf("%-9s %s:%d:%d: %s → %s\n", result, p.file, p.at.Line, p.at.Column, p.operator, strings.Replace(replacement.String(), "ILLEGAL", "(nothing)", 1))
		if result != invalid {
			tried++
		}
		if result == survived {
			survivors++
		}
	}
	fmt.Printf("%d of %d survived\n", survivors, tried)
	return nil
}

// operators returns the operators that can be flipped in the code of packages, file by file. It skips tests and the files that go list
// doesn't list as GoFiles, such as those for other operating systems.
func operators(packages []string) ([]place, error) {
	out, err := exec.Command("go", append([]string{"list", "-f", `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}`}, packages...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	home, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var places []place
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		files := token.NewFileSet()
		tree, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		short, err := filepath.Rel(home, name)
		if err != nil {
			return nil, err
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			at, operator := token.NoPos, token.ILLEGAL
			switch n := n.(type) {
			case *ast.BinaryExpr:
				at, operator = n.OpPos, n.Op
			case *ast.UnaryExpr:
				at, operator = n.OpPos, n.Op
			case *ast.IncDecStmt:
				at, operator = n.TokPos, n.Tok
			case *ast.AssignStmt:
				at, operator = n.TokPos, n.Tok
			}
			// ! is the only unary operator that can be flipped; a sign as in -x stays as it is
			if _, unary := n.(*ast.UnaryExpr); len(flips[operator]) > 0 && unary == (operator == token.NOT) {
				places = append(places, place{filepath.Dir(short), short, files.Position(at), operator})
			}
			return true
		})
	}
	return places, nil
}

// try runs the short tests of the package with the operator at p replaced. The file itself isn't changed: go test's -overlay flag makes
// the compiler read the mutant from a temporary folder instead.
func (p place) try(replacement token.Token, timeout time.Duration) (verdict, error) {
	text, err := os.ReadFile(p.file)
	if err != nil {
		return "", err
	}
	newText := replacement.String()
	if replacement == token.ILLEGAL {
		newText = ""
	}
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	mutant, overlay := filepath.Join(folder, "mutant.go"), filepath.Join(folder, "overlay.json")
	end := p.at.Offset + len(p.operator.String())
	original, err := filepath.Abs(p.file)
	if err != nil {
		return "", err
	}
	overlayJSON, err := json.Marshal(map[string]map[string]string{"Replace": {original: mutant}})
	if err != nil {
		return "", err
	}
	err = errors.Join(os.WriteFile(mutant, append(append(bytes.Clone(text[:p.at.Offset]), newText...), text[end:]...), 0o600), os.WriteFile(overlay, overlayJSON, 0o600))
	if err != nil {
		return "", err
	}
	output, err := exec.Command("go", "test", "-short", "-failfast", "-vet=off", "-count=1", "-timeout", timeout.String(), "-overlay", overlay, "./"+p.folder).CombinedOutput()
	switch exit := (*exec.ExitError)(nil); {
	case err == nil:
		return survived, nil
	case !errors.As(err, &exit):
		return "", err
	case bytes.Contains(output, []byte("[build failed]")):
		return invalid, nil
	}
	return found, nil
}
