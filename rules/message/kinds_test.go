package message_test

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

// spelledOut matches the kinds of messages that have a constructor.
var spelledOut = regexp.MustCompile(`^[^:]*” isn't (a|an) |can't be combined with|already exists|could be %s|\. Usage: |^No [a-z ]+ named “`)

// otherHint are the messages that spell a kind out, each with the hint that a constructor has no place for.
var otherHint = map[string]string{
	"No file named “%s” in %s. Put it there, or into its folder pictures.": "where it was looked for",
	"No body location named “%s”. Choose: %s%s.":                           "kinds of damage, too",
	"No combatant named “%s”%s Remove the colon for a note of its own.":    "two fixes",
	"No one is named “%s”. Choose: %s.":                                    "audiences are people",
	"No key named “%s”%s":                                                  "keys of an outer section",
	"“{%s}” isn't a value of a pattern%s":                                  "a suggestion or a list",
}

// TestKindsAreConstructed holds that what has a constructor in this package is worded by it: a text of Go that spells such a message
// out is a mistake.
func TestKindsAreConstructed(t *testing.T) {
	root, set, files := filepath.Join("..", ".."), token.NewFileSet(), 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(os.PathSeparator)))
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(name, "rules/message/") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		files++
		ast.Inspect(file, func(node ast.Node) bool {
			if lit, ok := node.(*ast.BasicLit); ok && lit.Kind == token.STRING && otherHint[strings.Trim(lit.Value, `"`)] == "" && spelledOut.MatchString(strings.Trim(lit.Value, "\"`")) {
				t.Errorf("%s: %s: use the constructor of package message", set.Position(lit.Pos()), lit.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Errorf("%d files were read; the program has more", files)
	}
}
