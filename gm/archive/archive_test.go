package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// TestPortable holds names to the rules of every system, in both directions.
func TestPortable(t *testing.T) {
	for _, name := range []string{"a.yaml", "tables/house.yaml", "pictures/Größe 1.png", "console.yaml", "com.yaml", "com10", "lpt_1", " a", "a..b", strings.Repeat("n", 255), strings.Repeat("deep/", 80) + "a"} {
		if err := CheckPortable(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", ".", "..", "../a", "/etc/a", `..\a`, `a\b`, "C:/a", "a:b", "con", "tables/NUL.yaml", "com1.txt", "a.", "a /b", "a?", "a\x00b", "a//b", strings.Repeat("n", 256), "tables/" + strings.Repeat("ö", 128),
		"CON .yaml", "nul.tar.gz", "conout$", "com¹.txt", "tables/LPT³", "tables /a", "tables./a", "a\tb"} {
		if CheckPortable(name) == nil {
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
	w, err := out.Create(aboutFile)
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

// TestRefusals reads archives that lead out of their folder, and folders that another system could not hold.
func TestRefusals(t *testing.T) {
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
		if err := addFiles(zip.NewWriter(&bytes.Buffer{}), twice); err == nil || !strings.Contains(err.Error(), "only in capitals") {
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
	w, _ := out.Create(aboutFile)
	w.Write(newer)
	out.Close()
	r, _ := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if _, err := ReadAbout(r); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("a newer archive: %v", err)
	}
}

// TestRoundTrip writes a campaign with a log, and reads both again on another computer: in another folder, with another state.
func TestRoundTrip(t *testing.T) {
	home := gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Mine}\n", ".hidden": "x"})
	c, err := campaign.Open(home, nil)
	if err != nil {
		t.Fatal(err)
	}
	states := t.TempDir()
	session, _, err := gm.Open(c, gm.Options{Dir: states})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, session, "note the stove is hot")
	var b bytes.Buffer
	about, err := Write(&b, states, c)
	if err := errors.Join(err, session.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	read, err := ReadAbout(r)
	if err != nil || read != about || !read.Log || read.BuiltIn || read.Label != "Mine" {
		t.Fatalf("got %+v, %v; wrote %+v", read, err, about)
	}
	folder, other := filepath.Join(t.TempDir(), read.Name), t.TempDir()
	if err := UnpackFiles(r, folder); err != nil {
		t.Fatal(err)
	}
	if err := UnpackFiles(r, folder); err == nil {
		t.Error("a folder with files was taken")
	}
	list, err := os.ReadDir(folder)
	if err != nil || len(list) != 1 {
		t.Errorf("unpacked %v, %v", list, err)
	}
	if c, err = campaign.Open(folder, nil); err != nil {
		t.Fatal(err)
	}
	if err := UnpackLog(r, other, c); err != nil {
		t.Fatal(err)
	}
	if err := UnpackLog(r, other, c); err == nil {
		t.Error("a log was written over")
	}
	again, _, err := gm.Open(c, gm.Options{Dir: other})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if log := again.Log(); len(log) != 1 || !strings.Contains(log[0].Text(), "stove") {
		t.Errorf("the log is %v", log)
	}
}
