package gm

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"hybrid/campaigns"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// folder is a campaign on disk, to be edited, with a session that is played.
type folder struct {
	t     *testing.T
	home  string
	state string
	s     *Session
	w     *Watch
	at    time.Time
}

func newFolder(t *testing.T) *folder {
	t.Helper()
	f := &folder{t: t, home: filepath.Join(t.TempDir(), "stars"), state: t.TempDir(), at: time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)}
	from, err := fs.Sub(campaigns.Files, "cold_lantern")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(f.home, from); err != nil {
		t.Fatal(err)
	}
	f.open()
	return f
}

func (f *folder) open() {
	f.t.Helper()
	c, err := campaign.Open(f.home, nil)
	if err != nil {
		f.t.Fatal(err)
	}
	f.s = opened(f.t, c, f.state, 3)
	f.w = NewWatch(c, nil)
}

func (f *folder) reopen() {
	f.t.Helper()
	f.s.Close()
	f.open()
}

// save writes a file anew, with one text in the place of another, at a later time than the last.
func (f *folder) save(name, old, new string) {
	f.t.Helper()
	path := filepath.Join(f.home, filepath.FromSlash(name))
	data, err := os.ReadFile(path)
	if err != nil && old != "" {
		f.t.Fatal(err)
	}
	text := strings.Replace(string(data), old, new, 1)
	if text == string(data) {
		f.t.Fatalf("%s has no %q", name, old)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		f.t.Fatal(err)
	}
	f.at = f.at.Add(time.Second)
	if err := os.Chtimes(path, f.at, f.at); err != nil {
		f.t.Fatal(err)
	}
}

// look takes up what was saved: a file counts at the second look.
func (f *folder) look() (line string, bad bool) {
	f.t.Helper()
	if _, changed := f.w.Poll(); changed {
		f.t.Fatal("a file that may still be written was read")
	}
	saved, changed := f.w.Poll()
	if !changed {
		f.t.Fatal("nothing was seen")
	}
	return f.s.ReloadSaved(saved)
}

// takes saves, looks, and holds what is said to what should be.
func (f *folder) takes(name, old, new, want string, wantBad bool) {
	f.t.Helper()
	f.save(name, old, new)
	if line, bad := f.look(); !strings.Contains(line, want) || bad != wantBad || strings.Contains(line, "\n") {
		f.t.Errorf("%s: %q, bad %v; want %q, bad %v", name, line, bad, want, wantBad)
	}
}

func (f *folder) verified(want int) {
	f.t.Helper()
	if n, err := f.s.Verify(); err != nil || n != want {
		f.t.Errorf("verified %d: %v; want %d", n, err, want)
	}
}

func (f *folder) chance(line string) float64 {
	f.t.Helper()
	return chanceOf(f.t, f.s, line)
}

// TestTakeUpGoesWrong takes up rules on which the program itself fails: the last good ones stay.
func TestTakeUpGoesWrong(t *testing.T) {
	f := newFolder(t)
	do(t, f.s, "begin lock_four")
	before := f.s.State()
	broken, err := campaign.Open(f.home, nil)
	if err != nil {
		t.Fatal(err)
	}
	broken.Rules.Stats.All[0] = nil
	line, bad := f.s.ReloadSaved(WatchResult{Campaign: broken})
	if want := regexp.MustCompile(`^Not reloaded: the program fails on it at [a-z_]+\.go:[0-9]+: `); !bad || !want.MatchString(line) {
		t.Errorf("got %q, bad %v", line, bad)
	}
	if f.s.State() != before {
		t.Error("something happened")
	}
	do(t, f.s, "initiative all")
	f.verified(2)
}

// TestReload changes what is played while it is played.
func TestReload(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	must(t, f.s, "begin lock_four")
	must(t, f.s, "initiative")
	must(t, f.s, "put pell burning 4")
	must(t, f.s, "turn juno 0")
	must(t, f.s, "next")
	f.verified(5)
	before := f.s.State()
	was := f.chance("juno: attack moreau")

	f.takes("tables/void.yaml", "{shot: -2, physical: -1, mental: 0}", "{shot: -4, physical: -1, mental: 0}", "Reloaded: situations.hull_shakes changed", false)
	if got := f.chance("juno: attack moreau"); got != was-10 {
		t.Errorf("the chance is %g, want %g − 10", got, was)
	}
	for _, a := range f.s.State().Actors {
		for _, held := range a.Conditions {
			if now, _ := f.s.Rules().Conditions.Get(held.Condition.Name); now != held.Condition {
				t.Errorf("%s has %s of the rules before", a.Name, held.Condition.Name)
			}
		}
		if want := before.Find(a.Key); !reflect.DeepEqual(a.Levels, want.Levels) || a.Turn != want.Turn || len(a.Conditions) != len(want.Conditions) {
			t.Errorf("%s is another one than before", a.Name)
		}
	}
	if list := f.s.EntriesUnderOtherRules(); !reflect.DeepEqual(list, []int64{1, 2, 3, 4, 5}) {
		t.Errorf("decided under other rules: %v, want 1 to 5", list)
	}
	must(t, f.s, "juno: attack moreau")
	f.verified(1)

	// mistakes: the last good rules stay, and play goes on
	f.takes("tables/void.yaml", "shot: -4", "shto: -4", "Not reloaded: tables/void.yaml:", true)
	f.takes("tables/void.yaml", "shto: -4", "shot: [", "Not reloaded: tables/void.yaml:", true)
	if got := f.chance("juno: attack moreau"); got != was-10 {
		t.Errorf("after a mistake the chance is %g, want %g", got, was-10)
	}
	must(t, f.s, "note a mistake is no reason to stop")
	f.takes("tables/void.yaml", "shot: [", "shot: -4", "the rules are the same", false)
	f.verified(2)

	// undo goes back over the change, and forth
	must(t, f.s, "undo 4")
	must(t, f.s, "redo 4")
	f.verified(2)

	// the old rules again: what was decided under them can be decided again
	f.takes("tables/void.yaml", "shot: -4", "shot: -2", "Reloaded: situations.hull_shakes changed", false)
	f.verified(5)
	now := f.s.State()
	f.reopen()
	f.verified(5)
	if !reflect.DeepEqual(f.s.EntriesUnderOtherRules(), []int64{6, 7}) || len(f.s.State().Actors) != len(now.Actors) || f.s.State().Count != now.Count {
		t.Errorf("opened again: %v", f.s.EntriesUnderOtherRules())
	}
	must(t, f.s, "note back to the old ones")
	f.verified(6)
	f.reopen()
	f.verified(6)
}

// TestReloadRefuses keeps the rules where what was decided, or is being done, does not fit others.
func TestReloadRefuses(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	f := newFolder(t)
	must(t, f.s, "begin lock_four")
	must(t, f.s, "initiative")
	must(t, f.s, "turn juno 0")
	must(t, f.s, "next")
	must(t, f.s, "juno: attack moreau")
	must(t, f.s, "put pell leaking 2")
	rules, state := f.s.Rules(), f.s.State()
	f.save("tables/void.yaml", "  leaking: #", "  dripping: #")
	f.save("tables/void.yaml", "{put: leaking", "{put: dripping")
	f.save("tables/void.yaml", "is.leaking", "is.dripping")
	f.takes("tables/void.yaml", "{end: leaking", "{end: dripping", "doesn't fit: apply event 1 (put): This game has no condition “leaking”.", true)
	if f.s.Rules() != rules || f.s.State() != state {
		t.Error("something happened")
	}
	for _, name := range []string{"dripping: #", "put: dripping", "is.dripping", "end: dripping"} {
		f.save("tables/void.yaml", name, strings.Replace(name, "dripping", "leaking", 1))
	}
	if line, bad := f.look(); bad {
		t.Error(line)
	}
	must(t, f.s, "undo")
	f.takes("tables/skills.yaml", "skills:\n", "situations: {hull_shakes: {when: \"true\"}}\nskills:\n", "situations", true)
}

// TestAnotherFileChangesNoDecision adds an encounter and changes a character who isn't in play: every entry still comes out the same, and none is
// listed as decided by older rules.
func TestAnotherFileChangesNoDecision(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	f := newFolder(t)
	must(t, f.s, "begin lock_four")
	must(t, f.s, "initiative all")
	f.save("encounters/third.yaml", "", "encounter: {label: Third}\ncombatants: {juno: {side: crew}}\n")
	f.look()
	f.verified(2)
	if list := f.s.EntriesUnderOtherRules(); len(list) > 0 {
		t.Errorf("decided by older rules: %v", list)
	}
}

// TestReloadPeople takes up characters and encounters: those in play stay as they came.
func TestReloadPeople(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	f := newFolder(t)
	must(t, f.s, "begin lock_four")
	f.takes("characters/juno.yaml", "plasma_arms: 9", "plasma_arms: 12", "saved: characters/juno.yaml", false)
	if list := f.s.EntriesUnderOtherRules(); !reflect.DeepEqual(list, []int64{1}) {
		t.Errorf("with other people: %v", list)
	}
	f.verified(1)
	if list := f.s.EntriesUnderOtherRules(); len(list) > 0 {
		t.Errorf("with other people, but decided the same: %v", list)
	}
	must(t, f.s, "add juno as twin side crew")
	if a, b := f.chance("juno: attack pell, df 9"), f.chance("twin: attack pell, df 9"); b <= a {
		t.Errorf("the twin of 12 hits by %g, the one of 9 by %g", b, a)
	}
	f.takes("characters/oren.yaml", "hacking: 10", "hakcing: 10", "characters/oren.yaml:8:", true)
	f.takes("characters/oren.yaml", "hakcing: 10", "hacking: 10", "saved", false)
	f.takes("encounters/choir.yaml", "situations: []", "situations: [drum_spin]", "Reloaded: encounter choir changed", false)
	must(t, f.s, "finish")
	must(t, f.s, "begin choir")
	if got := f.s.State().Situations; !reflect.DeepEqual(got, []string{"drum_spin"}) {
		t.Errorf("the scene is %v", got)
	}
	f.save("encounters/third.yaml", "", "encounter: {label: Third}\ncombatants: {juno: {side: crew}}\n")
	if line, bad := f.look(); bad || line != "Reloaded: encounter third is new" {
		t.Error(line)
	}
}

// TestWatchNothing sees nothing where nothing was saved, and watches nothing that came along.
func TestWatchNothing(t *testing.T) {
	f := newFolder(t)
	for range 3 {
		if _, changed := f.w.Poll(); changed {
			t.Error("something was seen")
		}
	}
	if NewWatch(stars(t), nil) != nil {
		t.Error("a campaign that came along is watched")
	}
}

// A character saved in the middle of a fight is the one who comes next; one who is here stays as before, and it says so.
func TestReloadOfACharacter(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	f := newFolder(t)
	must(t, f.s, "begin lock_four")
	before := f.s.State()
	f.takes("characters/captain_moreau.yaml", "PST: 12", "PST: 15", "saved: characters/captain_moreau.yaml; present combatants keep their values", false)
	for _, a := range f.s.State().Actors {
		if !reflect.DeepEqual(a.Levels, before.Find(a.Key).Levels) {
			t.Errorf("%s changed", a.Name)
		}
	}
}
