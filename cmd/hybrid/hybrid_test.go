package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"hybrid/gm/gmtest"
)

// TestMain is the program where the test is called by its name, which is found in $PATH.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "hybrid":
		main()
	case standingName:
		stand()
	default:
		delayFirstCollection()
		os.Exit(gmtest.InMemory(func() int { return withProgram(m.Run) }))
	}
}

// withProgram runs tests while a folder with the program stands in $PATH; it returns their exit code.
func withProgram(tests func() int) int {
	own, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "hybrid-program")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	if err := os.Symlink(own, filepath.Join(folder, "hybrid")); err != nil {
		log.Fatal(err)
	}
	os.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	defer endStanding()
	return tests()
}

// scriptsAtOnce are short scripts of commands that do several things at once, where the race detector may find something.
var scriptsAtOnce = []string{"testdata/cores.txtar", "testdata/follow.txtar", "testdata/serve.txtar"}

// TestScripts carries out the scripts in testdata; under -short, with which tests run for the race detector, scriptsAtOnce.
func TestScripts(t *testing.T) {
	dir, files := "testdata", []string(nil)
	if testing.Short() {
		dir, files = "", scriptsAtOnce
	}
	testscript.Run(t, testscript.Params{
		Dir:           dir,
		Files:         files,
		UpdateScripts: os.Getenv("UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", env.WorkDir+"/state")
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Setenv("GIT_CONFIG_GLOBAL", env.WorkDir+"/gitconfig")
			env.Setenv("HYBRID_STATE", "")
			var names []string
			for _, variable := range env.Vars {
				name, _, _ := strings.Cut(variable, "=")
				names = append(names, name)
			}
			env.Values[programKey] = &scriptProgram{environment: names}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"hybrid": hybridLine, "json": jsonIs, "keys": keysAre, "leaves": leavesCode},
	})
}

// jsonIs is `json PATH VALUE`: what stands at a path of the last output, such as degrees.0.exact.
func jsonIs(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json PATH VALUE")
	}
	got := show(at(ts, args[0]))
	if (got == args[1]) == neg {
		ts.Fatalf("%s is %s, want %s (not: %v)", args[0], got, args[1], neg)
	}
}

// keysAre is `keys PATH KEY…`: the keys of the object at a path, in order; . is the whole, beside what every output has.
func keysAre(ts *testscript.TestScript, neg bool, args []string) {
	object, ok := at(ts, args[0]).(map[string]any)
	if !ok {
		ts.Fatalf("%s is no object", args[0])
	}
	keys := args[1:]
	if args[0] == "." {
		keys = append(keys, "command", "events")
	}
	for _, key := range keys {
		if _, ok := object[key]; !ok {
			ts.Fatalf("%s has no key %s", args[0], key)
		}
		delete(object, key)
	}
	if len(object) > 0 {
		ts.Fatalf("%s has more keys: %v", args[0], object)
	}
}

func at(ts *testscript.TestScript, path string) any {
	var value any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &value))
	if path == "." {
		return value
	}
	for _, key := range strings.Split(path, ".") {
		switch inner := value.(type) {
		case map[string]any:
			value = inner[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(inner) {
				ts.Fatalf("%s: a list of %d has no %s", path, len(inner), key)
			}
			value = inner[i]
		default:
			ts.Fatalf("%s: nothing at %s", path, key)
		}
	}
	return value
}

func show(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case []any:
		parts := make([]string, len(value))
		for i := range value {
			parts[i] = show(value[i])
		}
		return strings.Join(parts, ",")
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
