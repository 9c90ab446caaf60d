package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/rules"
)

// ceilingsFile lists how often each pattern may still occur, by kind of text, and why: "2 strings: is no // in a formula". The
// numbers may only fall.
const ceilingsFile = "language.ceilings"

// dialect lists patterns of English that a native technical writer avoids, and what to write instead.
var dialect = []struct{ name, instead, pattern string }{
	{"whoever", "name the role: the player, the attacker, a combatant", `(?i)\b(whoever|whomever|whosoever)\b`},
	{"somebody", "someone, everyone, no one; better the role", `(?i)\b(some|any|every|no)body\b`},
	{"the other one", "the target, the opponent, the defender", `(?i)\bthe other one\b`},
	{"who-clause", "begin with the noun: a combatant who …", `(?:^|[.;:!] )(?:Who|Whom|Whose|who|whom|whose) [^?.;]*(?:[.;]|$)`},
	{"what-clause", "a noun: the result, the armour, the price", `\bwhat (?:is|was|are|were|has|stands|comes|it|they|one|he|she)\b`},
	{"one who", "a character who, the player who", `(?i)\b(?:the one|that one|those|one) (?:who|whom|that)\b`},
	{"is no", "isn't a, isn't one of", `(?i)\b(?:is|are) (?:no|none)\b`},
	{"is called", "is named", `(?i)\b(?:is|are|be) called\b`},
	{"by itself", "automatically; on its own", `(?i)\bby (?:itself|themselves|oneself)\b`},
	{"anew", "again, from scratch", `(?i)\banew\b`},
	{"beside", "next to, besides, with", `(?i)\bbeside\b`},
	{"comes to", "results in, equals, the total", `(?i)\b(?:comes?|came|coming) (?:to|of)\b`},
	{"or colon", "two sentences: problem, fix", `, or:|; or:`},
	{"say who", "choose, name, enter", `(?i)\bsay (?:who|whom|what|where|which|how|it|so)\b`},
	{"stands", "is, appears", `(?i)\b(?:stands?|stood) (?:in|at|for|behind|there|here|as|above|below|on|over|where|how)\b`},
	{"leave out", "remove, omit", `(?i)\b(?:leaves?|left|take|takes|taken|took) out\b`},
	{"so many", "the number of", `(?i)\bso (?:many|much)\b`},
	{"goes by", "uses, depends on", `(?i)\b(?:goes|go|going) (?:by|on|off)\b`},
	{"owed", "pending, due", `(?i)\b(?:owed|in the making|on the way)\b`},
	{"mend", "amend an entry, fix a file", `(?i)\bmend(?:s|ed|ing)?\b`},
	{"evening", "session", `(?i)\bevenings?\b`},
	{"space before %", "47%", `[0-9}] %`},
}

var (
	codeSpan = regexp.MustCompile("`[^`]*`")      // counts as one word
	indented = regexp.MustCompile(`(?m)^    .*$`) // an example, too
	stops    = regexp.MustCompile(`[.!?:](?:\s|$)|\n\s*\n|\n\s*[-*|] `)
)

// maxSentence is the number of words that a sentence of README, manual or help may have; maxMessage is that of a whole message.
const (
	maxSentence = 30
	maxMessage  = 25
)

// TestLanguage counts patterns of the program's old dialect in everything that people read: the README, the manual, the
// hovers of the editor and the texts in Go. A count may not rise above its ceiling. UPDATE=1 writes the counts of today as
// ceilings where they are lower; LIST=1 logs where each of them is.
func TestLanguage(t *testing.T) {
	ceilings, reasons := readCeilings(t)
	counts := map[string]int{}
	found := map[string][]string{}
	count := func(key, place string, hits ...string) {
		counts[key] += len(hits)
		for _, hit := range hits {
			found[key] = append(found[key], place+": "+strings.TrimSpace(hit))
		}
	}
	for area, texts := range textsByArea(t) {
		for _, p := range dialect {
			re := regexp.MustCompile(p.pattern)
			for _, text := range texts {
				count(area+": "+p.name, text.place, re.FindAllString(codeSpan.ReplaceAllString(text.text, "`x`"), -1)...)
			}
		}
		if area == "readme" || area == "manual" {
			for _, text := range texts {
				count(area+": long sentence", text.place, longSentences(text.text)...)
			}
		}
	}
	messages, _, _ := refusals(t)
	for text, place := range messages {
		if len(strings.Fields(text)) > maxMessage {
			count("messages: long", place, text)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		if counts[key] > ceilings[key] {
			t.Errorf("%s: %d times, at most %d: %s\n\t%s", key, counts[key], ceilings[key], insteadOf(key), strings.Join(found[key], "\n\t"))
		} else if os.Getenv("LIST") != "" && counts[key] > 0 {
			t.Logf("%s: %s\n\t%s", key, reasons[key], strings.Join(found[key], "\n\t"))
		}
		if ceilings[key] > 0 && reasons[key] == "" {
			t.Errorf("%s has no reason", key)
		}
	}
	if os.Getenv("UPDATE") != "" {
		writeCeilings(t, ceilings, counts, reasons)
	}
}

// TestLanguageLooks plants a sentence of the dialect and checks that patterns are found in it.
func TestLanguageLooks(t *testing.T) {
	const planted = "Whoever is called by somebody comes to the other one; who is out cannot act. What is worn is no armour, or: 47 %."
	found := 0
	for _, p := range dialect {
		if regexp.MustCompile(p.pattern).MatchString(planted) {
			found++
		}
	}
	if found < 8 {
		t.Errorf("%d patterns are found in a sentence that has ten", found)
	}
	if len(longSentences(strings.Repeat("word ", 31)+".")) != 1 {
		t.Error("a sentence of 31 words is not found")
	}
}

func insteadOf(key string) string {
	for _, p := range dialect {
		if strings.HasSuffix(key, ": "+p.name) {
			return "write " + p.instead
		}
	}
	return "split the sentence"
}

// longSentences returns the sentences of text that have more than maxSentence words.
func longSentences(text string) (long []string) {
	for _, sentence := range stops.Split(indented.ReplaceAllString(codeSpan.ReplaceAllString(text, "x"), "\n\n"), -1) {
		if len(strings.Fields(sentence)) > maxSentence {
			long = append(long, sentence)
		}
	}
	return long
}

// placedText is a text that people read, and where it is.
type placedText struct{ text, place string }

// textsByArea returns everything that people read, by kind.
func textsByArea(t *testing.T) map[string][]placedText {
	areas := map[string][]placedText{}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range prose(string(readme)) {
		areas["readme"] = append(areas["readme"], placedText{part, "README.md"})
	}
	for _, chapter := range rules.Manual() {
		areas["manual"] = append(areas["manual"], placedText{chapter.Title, "title"})
		for _, part := range chapter.Parts {
			if !part.IsExample {
				areas["manual"] = append(areas["manual"], placedText{part.Text, chapter.Title})
			}
		}
	}
	hovers := map[string]string{}
	text, err := os.ReadFile("fields.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &hovers); err != nil {
		t.Fatal(err)
	}
	for field, hover := range hovers {
		areas["hovers"] = append(areas["hovers"], placedText{hover, field})
	}
	for _, root := range []string{"../../rules", "../../gm", "../../cmd"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "gmtest") {
				return err
			}
			areas["strings"] = append(areas["strings"], literals(t, path)...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return areas
}

// prose returns the parts of a Markdown text that are not between fences.
func prose(text string) (parts []string) {
	for i, part := range strings.Split(text, "\n```") {
		if i%2 == 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// literals returns the string literals of a Go file that are words for people: those with a space in them.
func literals(t *testing.T, path string) (texts []placedText) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			_, field := n.(*ast.Field)
			return field && n.(*ast.Field).Tag == nil
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && strings.Contains(strings.TrimSpace(text), " ") {
				texts = append(texts, placedText{text, set.Position(n.Pos()).String()})
			}
		}
		return true
	})
	return texts
}

// readCeilings returns the ceilings by "area: pattern", and the reasons of those that aren't 0.
func readCeilings(t *testing.T) (ceilings map[string]int, reasons map[string]string) {
	ceilings, reasons = map[string]int{}, map[string]string{}
	text, err := os.ReadFile(ceilingsFile)
	if err != nil || len(text) == 0 {
		return ceilings, reasons
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		number, key, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatalf("%s: %v", ceilingsFile, err)
		}
		key, reason, _ := strings.Cut(strings.TrimSpace(key), " // ")
		ceilings[key], reasons[key] = n, reason
	}
	return ceilings, reasons
}

// writeCeilings writes counts, or the old ceilings where those are lower, with their reasons.
func writeCeilings(t *testing.T, ceilings, counts map[string]int, reasons map[string]string) {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		n := counts[key]
		if most, known := ceilings[key]; known {
			n = min(n, most)
		}
		line := fmt.Sprintf("%4d %s", n, key)
		if n > 0 && reasons[key] != "" {
			line += " // " + reasons[key]
		}
		fmt.Fprintln(&b, line)
	}
	if err := os.WriteFile(ceilingsFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestHelpIsShort checks the line of each command in a list: a verb and its object, in at most [maxShort] words and without
// a colon; and each flag: a noun phrase without the words of the old dialect.
func TestHelpIsShort(t *testing.T) {
	p := &program{stdout: io.Discard, stderr: io.Discard}
	p.loadCampaign(nil)
	if p.loadError != nil {
		t.Fatal(p.loadError)
	}
	commands := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		commands++
		if n := len(strings.Fields(cmd.Short)); n > maxShort {
			t.Errorf("%s: %d words: %s", cmd.CommandPath(), n, cmd.Short)
		}
		if strings.Contains(cmd.Short, ": ") && cmd.GroupID != groupActions {
			t.Errorf("%s: a colon: %s", cmd.CommandPath(), cmd.Short)
		}
		if long := longSentences(cmd.Long); len(long) > 0 && cmd.Name() != helpName { // its list of pages is one
			t.Errorf("%s: long sentences:\n%s", cmd.CommandPath(), strings.Join(long, "\n"))
		}
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			for _, verbal := range []string{"how many", "what ", "whose", "who ", "which", "where"} {
				if strings.HasPrefix(flag.Usage, verbal) {
					t.Errorf("%s --%s begins with %q: %s", cmd.CommandPath(), flag.Name, verbal, flag.Usage)
				}
			}
		})
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	walk(p.commandTree())
	if commands < 60 {
		t.Errorf("only %d commands were looked at", commands)
	}
}
