package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An archive that can't be unpacked leaves nothing: an empty folder stays empty, and a new one is removed.
func TestUnpackLeavesNothing(t *testing.T) {
	home, state := playedCampaign(t)
	good, bad := filepath.Join(t.TempDir(), "good.zip"), filepath.Join(t.TempDir(), "bad.zip")
	var out bytes.Buffer
	if code := run([]string{"session", "pack", good, "--campaign", home, "--state", state}, strings.NewReader(""), &out, &out); code != exitDone {
		t.Fatal(out.String())
	}
	from, err := zip.OpenReader(good)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	var broken bytes.Buffer
	to := zip.NewWriter(&broken)
	for _, file := range from.File {
		w, err := to.Create(file.Name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file.Name, "/campaign.yaml") {
			_, err = io.WriteString(w, "campaign: {labl: Mine}\n")
		} else if r, wrong := file.Open(); wrong == nil {
			_, err = io.Copy(w, r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, broken.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	empty, fresh := t.TempDir(), filepath.Join(t.TempDir(), "fresh")
	for _, folder := range []string{empty, fresh} {
		if code := run([]string{"session", "unpack", bad, folder, "--state", t.TempDir()}, strings.NewReader(""), &out, &out); code == exitDone {
			t.Error("unpacked a campaign with a mistake")
		}
	}
	if list, err := os.ReadDir(empty); err != nil || len(list) > 0 || fileExists(fresh) {
		t.Errorf("left: %v, %v, fresh: %v\n%s", list, err, fileExists(fresh), &out)
	}
}
