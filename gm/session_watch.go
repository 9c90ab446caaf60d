package gm

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/guard"
	"hybrid/rules/collect"
)

// Watches the files of a campaign while it is played; session_reload.go takes up what was saved.

// Watch looks at the files of a campaign's folder, so that they can be played while they are edited. It is for one
// goroutine, which need not be the session's.
type Watch struct {
	home    string
	choices map[string]string
	seen    map[string]stamp // as it was told last
	latest  map[string]stamp // as it was at the last look
}

// stamp is what tells a saved file from the one before.
type stamp struct {
	at   time.Time
	size int64
}

// Saved is what a look found: a campaign that is clean and can be taken up, or the first mistake.
type Saved struct {
	Campaign *campaign.Campaign
	Files    []string // what was saved, added or deleted, by path within the folder
	Err      error    // source.Mistakes, or trouble with the disk
}

// NewWatch watches the folder of a campaign from now on, with the choices it was opened with. It is nil for a campaign
// that came along with the program, which is not edited.
func NewWatch(c *campaign.Campaign, choices map[string]string) *Watch {
	if c.Home() == "" {
		return nil
	}
	w := &Watch{home: c.Home(), choices: choices}
	w.seen = w.stamps()
	w.latest = w.seen
	return w
}

// Look loads and vets the campaign if a file of it was saved since the last time; it reports whether one was. A file that
// is being written is waited for: it counts once two looks find it the same.
func (w *Watch) Look() (saved Saved, changed bool) {
	now := w.stamps()
	before := w.latest
	w.latest = now
	if maps.Equal(now, w.seen) || !maps.Equal(now, before) {
		return Saved{}, false
	}
	saved.Files = append(saved.Files, collect.Filter(slices.Sorted(maps.Keys(now)), func(name string) bool { return now[name] != w.seen[name] })...)
	for _, name := range slices.Sorted(maps.Keys(w.seen)) {
		if _, stays := now[name]; !stays {
			saved.Files = append(saved.Files, name)
		}
	}
	w.seen = now
	if err := guarded(func() { saved.Campaign, _, saved.Err = campaign.Vet(w.home, w.choices) }); err != nil {
		saved.Err = err
	}
	return saved, true
}

// guarded does something with rules that were just saved. Whatever goes wrong there must not end the fight that is being
// played, so a panic is an error that says where in the program it was.
func guarded(do func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the program goes wrong with it at %s: %v", guard.Place(string(debug.Stack())), p)
		}
	}()
	do()
	return nil
}

// stamps returns the stamps of the YAML files in the folder. A file that cannot be read counts as missing.
func (w *Watch) stamps() map[string]stamp {
	all := map[string]stamp{}
	filepath.WalkDir(w.home, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case entry.IsDir() && name != w.home && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case entry.IsDir() || !campaign.IsData(filepath.ToSlash(name)):
			return nil
		}
		info, err := entry.Info()
		if inside, failed := filepath.Rel(w.home, name); err == nil && failed == nil {
			all[filepath.ToSlash(inside)] = stamp{info.ModTime(), info.Size()}
		}
		return nil
	})
	return all
}

// TakeUp makes what a look found the rules of the session, if it is clean and fits. The line says what changed, or what
// is wrong, and where; bad tells which.
func (s *Session) TakeUp(saved Saved) (line string, bad bool) {
	var changed string
	var err error
	if saved.Err == nil {
		saved.Err = guarded(func() { changed, err = s.Reload(saved.Campaign) })
	}
	if saved.Err != nil {
		first, rest, _ := strings.Cut(saved.Err.Error(), "\n")
		if n := strings.Count(rest, "\n") + 1; rest != "" {
			first = strings.TrimSuffix(first, ".") + "; and " + command.Plural(n, "mistake more", "mistakes more")
		}
		return "not taken up: " + strings.TrimPrefix(first, filepath.ToSlash(s.game.Campaign.Home())+"/"), true
	}
	if err != nil {
		return err.Error(), true
	}
	if changed == "" {
		line = "saved: " + strings.Join(saved.Files, ", ") + "; "
		if len(s.game.State.Actors) > 0 && slices.ContainsFunc(saved.Files, func(name string) bool { return strings.HasPrefix(name, "characters/") }) {
			return line + "present combatants keep their values", false
		}
		return line + "the rules are the same", false
	}
	return "taken up: " + changed, false
}
