package gm

import (
	"archive/zip"
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPortable holds names to the rules of every system, in both directions.
func TestPortable(t *testing.T) {
	for _, name := range []string{"a.yaml", "tables/house.yaml", "pictures/Größe 1.png", "console.yaml", "a..b"} {
		if err := Portable(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", ".", "..", "../a", "/etc/a", `..\a`, `a\b`, "C:/a", "a:b", "con", "tables/NUL.yaml", "com1.txt", "a.", "a /b", "a?", "a\x00b", "a//b"} {
		if Portable(name) == nil {
			t.Errorf("“%s” was taken", name)
		}
	}
}

// TestArchiveRefuses reads archives that lead out of their folder, and folders that another system could not hold.
func TestArchiveRefuses(t *testing.T) {
	for _, name := range []string{"campaign/../../x", `campaign/..\x`, "campaign/C:/x", "/campaign/x", "campaign/nul"} {
		var b bytes.Buffer
		out := zip.NewWriter(&b)
		for file, text := range map[string]string{archiveAbout: `{"version": 1, "name": "mine"}`, name: "x"} {
			w, _ := out.Create(file)
			w.Write([]byte(text))
		}
		out.Close()
		r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err == nil {
			_, err = ReadAbout(r)
		}
		if err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	twice := fstest.MapFS{"tables/a.yaml": {}, "Tables/A.yaml": {}}
	if err := archiveFiles(zip.NewWriter(&bytes.Buffer{}), twice); err == nil || !strings.Contains(err.Error(), "only in capitals") {
		t.Errorf("two names alike: %v", err)
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
