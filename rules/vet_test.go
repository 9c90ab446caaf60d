package rules

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// vetLayers is what vet says of layers of YAML over the game, mistakes and warnings, one on each line.
func vetLayers(t *testing.T, layers ...string) string {
	t.Helper()
	all := []Layer{hybridLayer(t)}
	for i, yaml := range layers {
		name := []string{"own", "over"}[i]
		all = append(all, Layer{Name: name, Files: []source.File{{Name: name + ".yaml", Data: []byte(yaml)}}})
	}
	_, warnings, err := Vet(all, nil)
	var mistakes source.Mistakes
	if err != nil && !errors.As(err, &mistakes) {
		t.Fatal(err)
	}
	var lines []string
	places := regexp.MustCompile(`\.\./tables/hybrid/([a-z_]+\.yaml)(:[0-9]+)+`) // lines of the game move
	for _, m := range append(mistakes, warnings...) {
		lines = append(lines, places.ReplaceAllString(m.Error(), "$1")+" ["+string(m.Code)+"]")
	}
	return strings.Join(lines, "\n")
}

// What a layer takes out is still a word to the layers below.
func TestVetKnowsWordsThatAreGone(t *testing.T) {
	below := `rulings: {wind: {choice: weak, choices: [weak, strong]}}
situations: {fog: {holds: ruling.wind == "strong"}}`
	if got := vetLayers(t, below, "rulings: {wind: {choices: [weak]}}"); got != "" {
		t.Error(got)
	}
}

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

// TestChoicesTogether: choices are tried several at once, and what is wrong with one is found as where each is tried alone. One
// may take what another one needs no longer.
func TestChoicesTogether(t *testing.T) {
	sequential(t)
	own := Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(`stats:
  GLO: {label: Gloom, formula: PST / 10}
  DIM: {label: Dimness, formula: GLO * 2}
  MUR: {label: Murk, formula: "1"}
rulings:
  gloom: {src: ours, choice: some, choices: {some: {}, gone: {stats: {GLO: removed}}}}
  dimness: {src: ours, choice: some, choices: {some: {}, even: {stats: {DIM: {formula: "3"}}}}}
  brink: {src: ours, choice: near, choices: {near: {stats: {MUR: {formula: PST}}}, far: {}}}
  murk: {src: ours, choice: some, choices: {some: {}, wrong: {stats: {MUR: {formula: PTS}}}}}
`)}}}
	layers := []Layer{hybridLayer(t), own}
	trials := choiceTrials(layers, nil)
	var want source.Mistakes
	others := trials.OtherChoices()
	for _, other := range others {
		want = append(want, trials.TryOne(other[0], other[1])...)
	}
	text := func(list source.Mistakes) string {
		lines := strings.Split(strings.TrimSuffix(list.Error(), "\n"), "\n")
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}
	if got := VetChoices(layers, nil); len(want) < 2 || text(got) != text(want) {
		t.Errorf("several at once:\n%s\neach alone:\n%s", text(got), text(want))
	}
	if groups := trials.Groups(others); len(groups) > len(others)/3 {
		t.Errorf("%d choices in %d groups", len(others), len(groups))
	}
}
