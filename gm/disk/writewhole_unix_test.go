//go:build unix

package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// writeText writes a text with WriteWhole.
func writeText(file, text string) error {
	return WriteWhole(file, func(to io.Writer) error { _, err := io.WriteString(to, text); return err })
}

// mustRead checks the text and the mode of a file, which must be a regular one itself.
func mustRead(t *testing.T, file, text string, mode fs.FileMode) {
	t.Helper()
	data, err := os.ReadFile(file)
	if info, lerr := os.Lstat(file); err != nil || lerr != nil || string(data) != text || info.Mode() != mode {
		t.Errorf("%s: %q, %v, %v, %v, want %q, %v", filepath.Base(file), data, info, err, lerr, text, mode)
	}
}

// What is there stays what it is, and only its content changes.
func TestWriteWholeKeepsFile(t *testing.T) {
	defer unix.Umask(unix.Umask(0o022))
	for _, umask := range []int{0o022, 0o077} {
		unix.Umask(umask)
		for _, mode := range []fs.FileMode{0o640, 0o600, 0o664, 0o755, 0o200} {
			t.Run(fmt.Sprintf("%o mode %o", umask, mode), func(t *testing.T) {
				folder := t.TempDir()
				file, link, second := filepath.Join(folder, "wren.yaml"), filepath.Join(folder, "link.yaml"), filepath.Join(folder, "sub", "second.yaml")
				err := errors.Join(os.WriteFile(file, []byte("old"), 0o600), os.Chmod(file, mode), os.Mkdir(filepath.Dir(second), 0o755), os.Symlink("../link.yaml", second), os.Symlink("wren.yaml", link))
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range []string{file, link, second} {
					if err := writeText(name, name); err != nil {
						t.Fatal(err)
					}
					if mode&0o400 == 0 {
						continue
					}
					mustRead(t, file, name, mode)
				}
				if to, err := os.Readlink(link); to != "wren.yaml" || err != nil {
					t.Errorf("the link leads to %s, %v", to, err)
				}
			})
		}
		fresh := filepath.Join(t.TempDir(), "new.yaml")
		if err := writeText(fresh, "new"); err != nil {
			t.Fatal(err)
		}
		mustRead(t, fresh, "new", fs.FileMode(0o666&^umask))
	}
}

// A link to what isn't there yet leads to the new file; one in a circle is an error.
func TestWriteWholeDanglingLink(t *testing.T) {
	folder := t.TempDir()
	link, circle := filepath.Join(folder, "link.yaml"), filepath.Join(folder, "circle.yaml")
	if err := errors.Join(os.Mkdir(filepath.Join(folder, "sub"), 0o755), os.Symlink("sub/new.yaml", link), os.Symlink("circle.yaml", circle)); err != nil {
		t.Fatal(err)
	}
	if err := writeText(link, "new"); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(folder, "sub", "new.yaml")); string(data) != "new" {
		t.Error(data, err)
	}
	if err := writeText(circle, "new"); err == nil {
		t.Error("a link to itself was written")
	}
	if err := writeText(filepath.Join(folder, "sub"), "new"); err == nil {
		t.Error("a folder was written")
	}
}

// A second name of a file keeps the same content.
func TestWriteWholeHardLink(t *testing.T) {
	folder := t.TempDir()
	one, other := filepath.Join(folder, "one.yaml"), filepath.Join(folder, "other.yaml")
	if err := errors.Join(os.WriteFile(one, []byte("a longer text"), 0o644), os.Link(one, other), writeText(one, "new")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{one, other} {
		if data, err := os.ReadFile(name); string(data) != "new" {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	half := errors.New("half of it")
	if err := WriteWhole(one, func(to io.Writer) error { io.WriteString(to, "ha"); return half }); err != half {
		t.Error(err)
	}
	if data, _ := os.ReadFile(other); string(data) != "new" {
		t.Errorf("written halfway it is %q", data)
	}
}

// A pipe gets the text and stays a pipe; so does one that a link leads to.
func TestWriteWholePipe(t *testing.T) {
	folder := t.TempDir()
	pipe, link := filepath.Join(folder, "pipe"), filepath.Join(folder, "link")
	if err := errors.Join(unix.Mkfifo(pipe, 0o600), os.Symlink("pipe", link)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pipe, link} {
		read := make(chan string)
		go func() {
			data, err := os.ReadFile(pipe)
			read <- fmt.Sprint(string(data), err)
		}()
		if err := writeText(name, "piped"); err != nil {
			t.Fatal(err)
		}
		if got := <-read; got != "piped<nil>" {
			t.Errorf("read %s", got)
		}
		if info, err := os.Lstat(pipe); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
			t.Errorf("the pipe is %v, %v", info, err)
		}
	}
	if left, err := os.ReadDir(folder); len(left) != 2 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A file that may not be written stays; one in a folder that may not be written is overwritten.
func TestWriteWholeReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "wren.yaml")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o644), os.Chmod(folder, 0o500), writeText(file, "new")); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o700)
	mustRead(t, file, "new", 0o644)
	if err := errors.Join(os.Chmod(file, 0o444), os.Chmod(folder, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := writeText(file, "newer"); !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
	mustRead(t, file, "new", 0o444)
}
