package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"

	"hybrid/rules/source"
)

// inputsMissing lists the findings and refusals that no test brings about, and fixesMissing the refusals that suggest a command which
// no test types, each with its reason: "TEXT // REASON".
const inputsMissing, fixesMissing = "inputs.missing", "fixes.missing"

// TestEveryRefusalHasAnInput checks that a test expects the text of each vet finding and each refusal, as printed for some input: the
// words of the text are looked for, in order and in one line, in all tests and their files. What is listed as missing must be.
func TestEveryRefusalHasAnInput(t *testing.T) {
	texts, _, corpus := refusals(t)
	if len(texts) < 450 {
		t.Errorf("only %d texts were found", len(texts))
	}
	checkListed(t, texts, &testedTexts{words: corpus.words}, inputsMissing)
}

// TestEverySuggestionIsTried checks that a test types what a refusal suggests in backticks: in a transcript of gm, on the line after the
// message (see TestTranscripts), or in a script, as the command after the message.
func TestEverySuggestionIsTried(t *testing.T) {
	_, suggesting, corpus := refusals(t)
	if len(suggesting) < 80 {
		t.Errorf("only %d texts were found", len(suggesting))
	}
	checkListed(t, suggesting, &testedTexts{words: corpus.tried}, fixesMissing)
}

// checkListed checks that each text, by its place, is among those tested or listed in a file with its reason, and not in both.
func checkListed(t *testing.T, texts map[string]string, corpus *testedTexts, listed string) {
	t.Helper()
	missing := map[string]bool{}
	data, err := os.ReadFile(listed)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		text, reason, _ := strings.Cut(strings.TrimSpace(line), " // ")
		if missing[text] = true; reason == "" {
			t.Errorf("no reason: %s", text)
		}
	}
	for text, place := range texts {
		switch told := corpus.has(text); {
		case !told && !missing[text]:
			t.Errorf("%s: no test has it, nor has %s: %s", place, listed, text)
		case told && missing[text]:
			t.Errorf("a test has it; remove it from %s: %s", listed, text)
		}
		delete(missing, text)
	}
	for text := range missing {
		t.Errorf("%s lists a text that is gone: %s", listed, text)
	}
}

// TestEveryCodeHasAnInput holds that some test expects each code that vet gives.
func TestEveryCodeHasAnInput(t *testing.T) {
	_, _, corpus := refusals(t)
	for _, meaning := range source.Codes() {
		if !slices.ContainsFunc(corpus.lines, func(line string) bool { return strings.HasSuffix(line, "["+string(meaning.Code)+"]") }) {
			t.Errorf("no test expects [%s]", meaning.Code)
		}
	}
}

// testedTexts holds the lines of tests and of their files, as they are, with their words alone, and those of them whose suggestion is
// typed on the next line.
type testedTexts struct{ lines, words, tried []string }

var (
	unescaped  = strings.NewReplacer(`\[`, "[", `\]`, "]")
	formatVerb = regexp.MustCompile(`%(\[\d+\])?[-+.0-9]*[a-zA-Z]`)
)

// wordsOf returns the words of a text, so that escapes and quotes make no difference.
func wordsOf(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }), " ")
}

// has reports whether a line has the words of a text of Go, whatever its values are.
func (c *testedTexts) has(text string) bool {
	var longest string
	var parts []string
	for _, part := range formatVerb.Split(text, -1) {
		if part = wordsOf(part); part != "" {
			parts = append(parts, regexp.QuoteMeta(part))
		}
		if len(part) > len(longest) {
			longest = part
		}
	}
	pattern := regexp.MustCompile(strings.Join(parts, ".*"))
	return slices.ContainsFunc(c.words, func(line string) bool { return strings.Contains(line, longest) && pattern.MatchString(line) })
}

// refusals returns the texts of findings and refusals in Go, each with its place, the refusals among them that suggest a command, and what
// tests expect.
func refusals(t *testing.T) (texts, suggesting map[string]string, corpus *testedTexts) {
	t.Helper()
	r := refusalTexts()
	if r.err != nil {
		t.Fatal(r.err)
	}
	return r.texts, r.suggesting, r.corpus
}

// refusalResult is what refusals returns.
type refusalResult struct {
	texts, suggesting map[string]string
	corpus            *testedTexts
	err               error
}

// refusalTexts reads them, once for all tests.
var refusalTexts = sync.OnceValue(func() refusalResult {
	texts, suggesting, corpus := map[string]string{}, map[string]string{}, &testedTexts{}
	set := token.NewFileSet()
	for _, root := range []string{"../../rules", "../../gm", "../../cmd"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, ".missing") {
				return err
			}
			test := strings.HasSuffix(path, "_test.go") || strings.Contains(filepath.ToSlash(path), "/testdata/")
			if !test && !strings.HasSuffix(path, ".go") {
				return nil
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if test {
				before := ""
				for line := range strings.Lines(string(data)) {
					if typesSuggestion(before, line) {
						corpus.tried = append(corpus.tried, wordsOf(before))
					}
					before = line
					corpus.lines = append(corpus.lines, unescaped.Replace(strings.TrimRight(line, "$`'\",}) \r\n")))
					corpus.words = append(corpus.words, wordsOf(strings.ReplaceAll(line, `\n`, " ")))
				}
				return nil
			}
			file, err := parser.ParseFile(set, path, data, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && refuses(call, strings.Contains(path, "rules/source/")) {
					if text := firstSentence(call); text != "" {
						texts[strings.TrimSpace(text)] = set.Position(call.Pos()).String()
						if strings.Contains(text, "`") && !strings.Contains(path, "rules/source/") && strings.Contains(strings.ToLower(nameOf(call)), "refus") {
							suggesting[strings.TrimSpace(text)] = texts[strings.TrimSpace(text)]
						}
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			return refusalResult{err: err}
		}
	}
	return refusalResult{texts, suggesting, corpus, nil}
})

// typesSuggestion reports whether a line types what the message on the line before suggests, or says why that can't be typed.
func typesSuggestion(before, line string) bool {
	return strings.HasPrefix(before, "! ") && strings.ContainsAny(line[:1], "+~.") || strings.HasPrefix(before, "stderr ") && strings.HasPrefix(line, "hybrid ")
}

// refuses reports whether a call words a finding or a refusal: by the name of the function, or by a code among its arguments.
func refuses(call *ast.CallExpr, inSource bool) bool {
	name := nameOf(call)
	if slices.Contains([]string{"addMistake", "reportFirst", "Addf", "Warn", "Refusal", "refuse", "refused", "refusal", "unchangeableError", "refuseItem", "showRefusal", "refusalFor", "refuseLine"}, name) {
		return true
	}
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		switch arg := arg.(type) {
		case *ast.SelectorExpr:
			of, ok := arg.X.(*ast.Ident)
			return ok && of.Name == "source" && len(call.Args) > 2
		case *ast.Ident:
			return inSource && name == "Add"
		}
		return false
	})
}

// nameOf returns the name of the function in a call; empty for a function literal.
func nameOf(call *ast.CallExpr) string {
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		return fun.Sel.Name
	case *ast.Ident:
		return fun.Name
	}
	return ""
}

// firstSentence returns the first argument of a call that is words: a text, or a call with several texts, joined as its values are.
func firstSentence(call *ast.CallExpr) string {
	for _, arg := range call.Args {
		text := ""
		ast.Inspect(arg, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if part, err := strconv.Unquote(lit.Value); err == nil && text != "" {
					text += "%s" + part
				} else {
					text = part
				}
			}
			return true
		})
		if strings.Count(text, " ") >= 2 {
			return text
		}
	}
	return ""
}
