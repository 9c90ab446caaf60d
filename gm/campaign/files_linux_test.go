package campaign

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestUnreadable puts into a campaign's folder what cannot be read, or should not be: every command says so at once, and
// none plays without the rules that are meant to stand there.
func TestUnreadable(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it does one thing at a time, so there is nothing to race")
	}
	fifo := func(name string) error { return syscall.Mkfifo(name, 0o644) }
	link := func(to string) func(string) error { return func(name string) error { return os.Symlink(to, name) } }
	large := func(size int64) func(string) error {
		return func(name string) error {
			if err := os.WriteFile(name, nil, 0o644); err != nil {
				return err
			}
			return os.Truncate(name, size)
		}
	}
	text := func(text string) func(string) error {
		return func(name string) error { return os.WriteFile(name, []byte(text), 0o644) }
	}
	const unread = ": Can't read this: "
	for _, row := range []struct {
		name, file string
		put        func(string) error
		want       string // empty where it is no mistake
	}{
		{"a pipe", "tables/t.yaml", fifo, unread + "it's neither a file nor a folder. Remove it."},
		{"a link to a device", "tables/t.yaml", link("/dev/zero"), unread + "it's neither a file nor a folder. Remove it."},
		{"a link to nothing", "tables/t.yaml", link("nowhere"), unread + "no such file or directory. Check the path."},
		{"a link to itself", "tables/t.yaml", link("t.yaml"), unread + "too many levels of symbolic links. Replace it, or name another file."},
		{"a folder named like a file", "tables/t.yaml", func(name string) error { return os.Mkdir(name, 0o755) }, unread + "it's a folder. Name a file in it, or rename it."},
		{"a large file", "tables/t.yaml", large(100 << 20), unread + "it's larger than 4 MB. Split it."},
		{"many values", "tables/t.yaml", text("tags: [" + strings.Repeat("a,", 1_000_001) + "a]\n"), ":1:1: The file has more than 1000000 values. Split it."},
		{"tables are a file", "tables", text("hello"), unread + "it must be a folder with .yaml files. Remove it, or make it one."},
		{"tables are a pipe", "tables", fifo, unread + "it must be a folder with .yaml files. Remove it, or make it one."},
		{"tables are a link to nothing", "tables", link("nowhere"), unread + "no such file or directory. Check the path."},
		{"a character", "characters/rook.yaml", fifo, unread + "it's neither a file nor a folder. Remove it."},
		{"an encounter", "encounters/one.yaml", link("one.yaml"), unread + "too many levels of symbolic links. Replace it, or name another file."},
		{"the mark of an editor", "tables/.#t.yaml", link("nowhere"), ""},
		{"a file from elsewhere", "encounters/one.yaml", text("combatants: {kira: {from: ../../etc/passwd}}\n"), ":1:27: ../../etc/passwd is outside the campaign's folder. Move the file to characters, and write its name."},
		{"a file by its whole path", "campaign.yaml", text("cast: [/etc/passwd]\n"), ":1:8: /etc/passwd is outside the campaign's folder. Move the file to characters, and write its name."},
		{"a file that is not there", "campaign.yaml", text("cast: [people/rook.yaml]\n"), ":1:8: No character file people/rook.yaml. Check the path."},
	} {
		t.Run(row.name, func(t *testing.T) {
			home := t.TempDir()
			if err := os.WriteFile(filepath.Join(home, "campaign.yaml"), []byte("campaign: {label: Mine}\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(home, row.file)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := row.put(file); err != nil {
				t.Fatal(err)
			}
			_, opened := Open(home, nil)
			_, _, vetted := Vet(home, nil)
			for what, err := range map[string]error{"open": opened, "vet": vetted} {
				got := ""
				if err != nil {
					got = strings.TrimPrefix(err.Error(), filepath.ToSlash(file))
				}
				if got != row.want {
					t.Errorf("%s: got %q, want %q", what, got, row.want)
				}
			}
		})
	}
}
