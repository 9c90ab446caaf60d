package gm

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules/collect"
)

// Copies of a session's file, the log of all evenings on which a campaign was played: made when an evening begins, listed, and restored.

// Kinds of other files of a campaign; each is named like the campaign's own file, with its kind and a date appended.
const (
	backupKind   = "backup"   // copy of the file when an evening began
	savedKind    = "saved"    // full copy that was written after the campaign's own file had disappeared
	replacedKind = "replaced" // file that another one replaced
	damagedKind  = "damaged"  // damaged file that was set aside
	salvagedKind = "salvaged" // intact part of a damaged file, before it replaces the campaign's own file
)

// maxBackups is the maximum number of backups of a campaign.
const maxBackups = 5

// Copy is a file from which a campaign's session can be restored.
type Copy struct {
	Path    string    // path of the file
	Kind    string    // backupKind, savedKind, replacedKind or damagedKind
	Entries int64     // number of entries; for a damaged file, of those before the first damaged one
	Evening int64     // number of the evening of its newest entry
	Last    time.Time // time of its newest entry
}

// backUp copies the session's file when an evening begins, once a day. It keeps the new copy and those with the most entries, maxBackups
// in all, and deletes the other copies.
func (s *store) backUp() error {
	path := s.journal.Path()
	name := path + "." + backupKind + "-" + eveningDate(s.clock())
	err := s.journal.Backup(name)
	// If today's copy has fewer entries than the file, it is kept, and a second copy is made.
	for n := 2; errors.Is(err, fs.ErrExist) && countEntries(name) < s.journal.Len(); n++ {
		name = fmt.Sprintf("%s.%s-%s-%d", path, backupKind, eveningDate(s.clock()), n)
		err = s.journal.Backup(name)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	list := ListBackups(path)
	for _, old := range list[:max(0, len(list)-maxBackups)] {
		if old == name {
			continue
		}
		if err := os.Remove(old); err != nil {
			return fmt.Errorf("remove an old backup: %w", err)
		}
		os.Remove(old + ".lock") // left behind if the file was opened for writing
	}
	return nil
}

// countEntries returns the number of entries in a file, or 0 if it cannot be read.
func countEntries(path string) int64 {
	j, err := journal.OpenReadOnly(path)
	if err != nil {
		return 0
	}
	defer j.Close()
	return j.Len()
}

// ListBackups lists the copies of a session's file that were made when evenings began, the oldest first.
func ListBackups(path string) []string {
	list := datedFiles(path, backupKind, time.DateOnly)
	entries := map[string]int64{}
	for _, name := range list {
		entries[name] = countEntries(name)
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(entries[a], entries[b]) })
	return list
}

// stampLayout is the format of the time in the name of a file that was set aside.
const stampLayout = "2006-01-02-150405"

// datedFiles lists the other files of one kind next to a session's file, sorted by the date in their names. suffix is the kind, as in
// backupKind, and layout the format of the date.
func datedFiles(path, suffix, layout string) []string {
	names, _ := os.ReadDir(filepath.Dir(path))
	var list []string
	for _, entry := range names {
		date, found := strings.CutPrefix(entry.Name(), filepath.Base(path)+"."+suffix+"-")
		if found && len(date) > len(layout) { // the name of a second file of the same time ends in -2
			number, dash := strings.CutPrefix(date[len(layout):], "-")
			if _, err := strconv.Atoi(number); err != nil || !dash {
				continue
			}
			date = date[:len(layout)]
		}
		if _, err := time.Parse(layout, date); found && err == nil {
			list = append(list, filepath.Join(filepath.Dir(path), entry.Name()))
		}
	}
	return list
}

// ListCopies lists the files from which a campaign can be restored, the one with the newest entry first.
func ListCopies(path string) (list []Copy) {
	for _, kind := range []string{backupKind, savedKind, replacedKind, damagedKind} {
		layout := collect.Choose(kind == backupKind, time.DateOnly, stampLayout)
		for _, name := range datedFiles(path, kind, layout) {
			c := Copy{Path: name, Kind: kind}
			var last journal.Record
			if j, err := journal.OpenReadOnly(name); err == nil {
				last, _ = j.Last()
				j.Close()
			} else if found, err := journal.Salvage(name, isReadable); err == nil && len(found.ContiguousRecords()) > 0 {
				last = *found.ContiguousRecords()[len(found.ContiguousRecords())-1]
			}
			c.Entries, c.Evening, c.Last = last.Seq, last.Session, last.At
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b Copy) int { return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(b.Entries, a.Entries)) })
	return list
}

// isReadable reports whether an entry without a checksum can be read.
func isReadable(r *journal.Record) bool {
	return isEmptyOrJSON(r.Command) && isEmptyOrJSON(r.Events) && isEmptyOrJSON(r.Report)
}

// writeRebuilt writes a new file with the given entries and settings and returns its path.
func writeRebuilt(path string, list []*journal.Record, settings map[string][]byte, now time.Time) (string, error) {
	name, err := journal.UnusedName(path, salvagedKind, now)
	if err != nil {
		return "", err
	}
	j, err := journal.Open(name)
	if err != nil {
		return "", err
	}
	err = j.AppendAll(list)
	for key, value := range settings {
		err = errors.Join(err, j.Put(key, value))
	}
	if err = errors.Join(err, j.Close()); err != nil {
		os.Remove(name)
		return "", err
	}
	return name, nil
}

// rescueNotice returns the notice that a damaged session was rescued. list holds the recovered entries; taken is the number of those from
// backups, moved the name under which the damaged file was set aside, why the error of opening that file, and backups the paths of the
// backups.
func rescueNotice(found *journal.SalvagedPages, list []*journal.Record, taken int, moved string, why error, backups []string) string {
	n, maximum := int64(len(list)), found.Last                           // numbers of entries
	_, damage, _ := strings.Cut(why.Error(), journal.ErrDamaged.Error()) // details of the damage, which are in brackets
	text := "The session was damaged" + damage + " and is set aside as " + moved + ". "
	switch {
	case n > 0 && n >= maximum:
		text += fmt.Sprintf("All that was found came back: %s.", command.CountText(int(n), "entry", "entries"))
	case n+1 == maximum:
		text += fmt.Sprintf("%d of %d entries came back; %d is missing.", n, maximum, maximum)
	case maximum > 0:
		text += fmt.Sprintf("%d of %d entries came back; %d to %d are missing.", n, maximum, n+1, maximum)
	default:
		text += "Nothing of it can be read."
	}
	if taken > 0 {
		text += fmt.Sprintf(" %s taken from backups.", command.CountText(taken, "entry was", "entries were"))
	}
	if torn := found.CountWithoutReport(); torn > 0 {
		text += fmt.Sprintf(" The steps of %s are lost; the results are kept.", command.CountText(torn, "entry", "entries"))
	}
	if len(backups) == 0 {
		return text + " No backup exists."
	}
	newest := backups[len(backups)-1]
	return text + fmt.Sprintf(" The newest backup is %s, with %s. Restore it with `hybrid session restore`.", filepath.Base(newest), command.CountText(int(countEntries(newest)), "entry", "entries"))
}

// rollbackNotice returns the notice that the session's file at path, which now has the given number of entries, was replaced or changed
// since it was closed. It lists the backups.
func rollbackNotice(path string, entries int64) string {
	countText := func(n int64) string { return command.CountText(int(n), "entry", "entries") }
	list := collect.Map(ListBackups(path), func(name string) string {
		return fmt.Sprintf("%s with %s", filepath.Base(name), countText(countEntries(name)))
	})
	text := fmt.Sprintf("%s was replaced or changed after it was closed, as by a program that syncs folders. It has %s now.", filepath.Base(path), countText(entries))
	if len(list) == 0 {
		return text + " No backup exists."
	}
	return text + fmt.Sprintf(" Backups: %s. Restore one with `hybrid session restore FILE`.", strings.Join(list, ", "))
}

// Restore replaces the file of a campaign's session with a copy of the file at from. It sets the current file aside under a dated name.
// It fails if the session is open.
func Restore(path, from string, now time.Time) (aside string, err error) {
	name, err := copyIntact(path, from, now)
	if err != nil {
		return "", fmt.Errorf("take %s back: %w", from, err)
	}
	defer os.Remove(name)
	if aside, err = journal.UnusedName(path, replacedKind, now); err == nil {
		err = journal.Move(path, aside)
	}
	switch {
	case errors.Is(err, journal.ErrDamaged):
		aside, err = journal.SetAside(path, now)
	case errors.Is(err, fs.ErrNotExist):
		aside, err = "", nil
	}
	if err == nil {
		err = journal.Move(name, path)
	}
	if err != nil {
		return "", fmt.Errorf("take %s back: %w", from, err)
	}
	return aside, nil
}

// copyIntact copies the intact part of the file at from to a new file and returns its path.
func copyIntact(path, from string, now time.Time) (string, error) {
	j, err := journal.OpenReadOnly(from)
	if errors.Is(err, journal.ErrDamaged) {
		found, err := journal.Salvage(from, isReadable)
		if err == nil && len(found.ContiguousRecords()) == 0 {
			err = errors.New("nothing of it can be read")
		}
		if err != nil {
			return "", err
		}
		return writeRebuilt(path, found.ContiguousRecords(), found.Settings, now)
	}
	if err != nil {
		return "", err
	}
	defer j.Close()
	name, err := journal.UnusedName(path, salvagedKind, now)
	if err == nil {
		err = j.Backup(name)
	}
	return name, err
}
