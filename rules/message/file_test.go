package message_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"hybrid/rules/message"
)

// TestFilesSayTheFix: what can't be read or written is named once, with the reason and what to do.
func TestFilesSayTheFix(t *testing.T) {
	folder := t.TempDir()
	absent := filepath.Join(folder, "absent", "a.yaml")
	_, err := os.ReadFile(absent)
	if read := message.Unreadable("a.yaml", err); !errors.Is(read, fs.ErrNotExist) || read.Error() != "Can't read a.yaml: "+message.WithoutPath(err).Error()+". Check the path." {
		t.Error(read)
	}
	denied := &fs.PathError{Op: "open", Path: absent, Err: fs.ErrPermission}
	for want, got := range map[string]error{
		"Can't read a.yaml: permission denied. Change its permissions.":        message.Unreadable("a.yaml", denied),
		"Can't write a.yaml: permission denied. Change its permissions.":       message.Unwritable("a.yaml", denied),
		"Can't write a.yaml: file does not exist. Make its folder first.":      message.Unwritable("a.yaml", fs.ErrNotExist),
		"Can't write a.yaml: no space left. Choose another place.":             message.Unwritable("a.yaml", errors.New("no space left")),
		"Can't read a.yaml: it's a link. Put the file there.":                  message.Unreadable("a.yaml", errors.New("it's a link. Put the file there.")),
		"Can't read a.yaml: too many links. Replace it, or name another file.": message.Unreadable("a.yaml", errors.New("too many links")),
	} {
		if got.Error() != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
