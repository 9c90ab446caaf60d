package gm

import (
	"archive/zip"
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPortable holds names to the rules of every system, in both directions.
func TestPortable(t *testing.T) {
	for _, name := range []string{"a.yaml", "tables/house.yaml", "pictures/Größe 1.png", "console.yaml", "com.yaml", "com10", "lpt_1", " a", "a..b", strings.Repeat("n", 255), strings.Repeat("deep/", 80) + "a"} {
		if err := Portable(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", ".", "..", "../a", "/etc/a", `..\a`, `a\b`, "C:/a", "a:b", "con", "tables/NUL.yaml", "com1.txt", "a.", "a /b", "a?", "a\x00b", "a//b", strings.Repeat("n", 256), "tables/" + strings.Repeat("ö", 128),
		"CON .yaml", "nul.tar.gz", "conout$", "com¹.txt", "tables/LPT³", "tables /a", "tables./a", "a\tb"} {
		if Portable(name) == nil {
			t.Errorf("“%s” was taken", name)
		}
	}
}

// archiveOf returns an archive of a campaign with files of these names. A path that the standard library finds unsafe is read
// all the same.
func archiveOf(t *testing.T, names ...string) *zip.Reader {
	t.Helper()
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	w, err := out.Create(archiveAbout)
	for _, name := range names {
		if err == nil {
			_, err = w.Write([]byte(`{"version": 1, "name": "mine"}`))
		}
		if err == nil {
			w, err = out.Create(name)
		}
	}
	if err := errors.Join(err, out.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		t.Fatal(err)
	}
	return r
}

// TestArchiveRefuses reads archives that lead out of their folder, and folders that another system could not hold.
func TestArchiveRefuses(t *testing.T) {
	for _, name := range []string{"campaign/../../x", `campaign/..\x`, "campaign/C:/x", "/campaign/x", "campaign/nul"} {
		if _, err := ReadAbout(archiveOf(t, name)); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	for _, twice := range []fstest.MapFS{
		{"tables/a.yaml": {}, "tables/A.yaml": {}},
		{"pictures/a.png": {}, "Pictures/b.png": {}}, // one folder on another system, where neither would be found afterwards
		{"pictures/\u00f6.png": {}, "pictures/o\u0308.png": {}},
	} {
		if err := archiveFiles(zip.NewWriter(&bytes.Buffer{}), twice); err == nil || !strings.Contains(err.Error(), "only in capitals") {
			t.Errorf("two names alike: %v", err)
		}
	}
	if _, err := ReadAbout(archiveOf(t, "campaign/a.yaml", "campaign/A.yaml")); err == nil || !strings.Contains(err.Error(), "only in capitals") {
		t.Errorf("an archive with two names alike: %v", err)
	}
	if _, err := ReadAbout(archiveOf(t, "campaign/a.yaml", "campaign/tables/a.yaml")); err != nil {
		t.Error(err)
	}
	newer := []byte(`{"version": 2, "name": "mine"}`)
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	w, _ := out.Create(archiveAbout)
	w.Write(newer)
	out.Close()
	r, _ := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if _, err := ReadAbout(r); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("a newer archive: %v", err)
	}
	if err := UnpackFiles(r, filepath.Join(t.TempDir(), "new")); err != nil {
		t.Error(err)
	}
}
