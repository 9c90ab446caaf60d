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

// Watching a campaign's files during play; session_reload.go loads saved changes.

// Watch detects changes to the files of a campaign's folder, so that they can be edited during play. It is not safe for concurrent use,
// but may be used by a goroutine other than the session's.
type Watch struct {
	home    string            // folder of the campaign
	choices map[string]string // chosen rulings that the campaign was opened with
	seen    map[string]stamp  // stamps that were last reported, by path
	latest  map[string]stamp  // stamps at the last poll, by path
}

// stamp is the time and size of a file, which show whether it has changed.
type stamp struct {
	at   time.Time // time of the last change
	size int64     // in bytes
}

// WatchResult is the result of a poll: a clean campaign that can be loaded, or the first mistake.
type WatchResult struct {
	Campaign *campaign.Campaign // campaign as loaded from the saved files; nil if there is a mistake
	Files    []string           // paths of the files saved, added or deleted, within the folder
	Err      error              // mistakes in the files, as source.Mistakes, or a disk error; nil if the campaign is clean
}

// NewWatch watches the folder of a campaign from now on, with the choices it was opened with. It returns nil for a built-in campaign,
// which isn't edited.
func NewWatch(c *campaign.Campaign, choices map[string]string) *Watch {
	if c.Home() == "" {
		return nil
	}
	w := &Watch{home: c.Home(), choices: choices}
	w.seen = w.readStamps()
	w.latest = w.seen
	return w
}

// Poll checks whether files of the campaign were saved since the last reported change. If so, it loads and vets the campaign, and changed
// is true. Files that are still being written are reported only after two polls have found them unchanged.
func (w *Watch) Poll() (saved WatchResult, changed bool) {
	now := w.readStamps()
	before := w.latest
	w.latest = now
	if maps.Equal(now, w.seen) || !maps.Equal(now, before) {
		return WatchResult{}, false
	}
	saved.Files = append(saved.Files, collect.Filter(slices.Sorted(maps.Keys(now)), func(name string) bool { return now[name] != w.seen[name] })...)
	for _, name := range slices.Sorted(maps.Keys(w.seen)) {
		if _, exists := now[name]; !exists {
			saved.Files = append(saved.Files, name)
		}
	}
	w.seen = now
	if err := callGuarded(func() { saved.Campaign, _, saved.Err = campaign.Vet(w.home, w.choices) }); err != nil {
		saved.Err = err
	}
	return saved, true
}

// callGuarded calls do, which uses rules that were just saved. It turns a panic into an error with the position in the program, so that new
// rules can't end the running fight.
func callGuarded(do func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the program fails on it at %s: %v", guard.PanicLocation(string(debug.Stack())), p)
		}
	}()
	do()
	return nil
}

// readStamps returns the stamps of the YAML files in the folder. A file that cannot be read counts as missing.
func (w *Watch) readStamps() map[string]stamp {
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
		if relative, failed := filepath.Rel(w.home, name); err == nil && failed == nil {
			all[filepath.ToSlash(relative)] = stamp{info.ModTime(), info.Size()}
		}
		return nil
	})
	return all
}

// ReloadSaved reloads the session with the campaign that Watch.Poll has found, if it is clean and fits. line describes the change, or the
// mistake and its place; bad reports whether there is a mistake.
func (s *Session) ReloadSaved(saved WatchResult) (line string, bad bool) {
	var changed string
	var err error
	if saved.Err == nil {
		saved.Err = callGuarded(func() { changed, err = s.Reload(saved.Campaign) })
	}
	if saved.Err != nil {
		first, rest, _ := strings.Cut(saved.Err.Error(), "\n")
		if n := strings.Count(rest, "\n") + 1; rest != "" {
			first = strings.TrimSuffix(first, ".") + "; and " + command.CountText(n, "more mistake", "more mistakes")
		}
		return "Not reloaded: " + strings.TrimPrefix(first, filepath.ToSlash(s.game.Campaign.Home())+"/"), true
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
	return "Reloaded: " + changed, false
}
