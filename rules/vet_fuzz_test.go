package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// A pack with lines taken out, doubled, swapped or cut never makes the loader or the warnings panic, and every mistake
// has a place and a code.
func TestVetOfBrokenPacks(t *testing.T) {
	sequential(t)
	pack := hybridLayer(t)
	rng := rand.New(rand.NewPCG(1, 2))
	broken := 0
	for range 60 {
		files := append([]source.File(nil), pack.Files...)
		i := rng.IntN(len(files))
		lines := strings.Split(string(files[i].Data), "\n")
		j, k := rng.IntN(len(lines)), rng.IntN(len(lines))
		switch rng.IntN(5) {
		case 0:
			lines = append(lines[:j:j], lines[j+1:]...)
		case 1:
			lines = append(lines[:j:j], append([]string{lines[k]}, lines[j:]...)...)
		case 2:
			lines[j], lines[k] = lines[k], lines[j]
		case 3:
			runes := []rune(lines[j])
			lines[j] = string(runes[:rng.IntN(len(runes)+1)])
		case 4:
			lines[j] = strings.Replace(lines[j], ": ", ": x", 1)
		}
		files[i].Data = []byte(strings.Join(lines, "\n"))
		_, warnings, err := Vet([]Layer{{Name: "broken", Files: files}}, nil)
		var mistakes source.Mistakes
		if err != nil {
			broken++
			mistakes = err.(source.Mistakes)
		}
		for _, m := range append(mistakes, warnings...) {
			if m.Pos.File == "" || m.Code == "" || m.Text == "" {
				t.Errorf("%v has no place, code or text (code %q)", m, m.Code)
			}
			if m.Code == source.Other {
				t.Logf("no code of its own: %v", m)
			}
		}
	}
	if broken < 20 {
		t.Errorf("only %d of 60 were wrong", broken)
	}
}
