package players

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// A picture is read by those to whom it is shown, and as long as it is.
func TestPicture(t *testing.T) {
	s := secretive(t)
	sum := sha256.Sum256([]byte(read(t, "../testdata/secrets/pictures/map.png")))
	hash := hex.EncodeToString(sum[:])
	who := func() string {
		var list []string
		for _, key := range []string{"kira", "dov", "mate", TableSeat} {
			seen, err := NewTelling(s).SeatViewOf(key)
			if err != nil {
				t.Fatal(err)
			}
			open := Picture(s.Game(), key, hash)
			if slices.Contains(seen.Pictures, hash) != (open != nil) {
				t.Errorf("%s: may see %v, and reads %t", key, seen.Pictures, open != nil)
			}
			if open == nil {
				continue
			}
			if data, kind, err := open(); err != nil || kind != "image/png" || len(data) == 0 {
				t.Errorf("%s: %d bytes of %s, %v", key, len(data), kind, err)
			}
			list = append(list, key)
		}
		return strings.Join(list, " ")
	}
	for _, row := range [][2]string{
		{"note nothing yet", ""}, {"show map.png to kira", "kira"}, {"show map.png to dov", "kira dov " + TableSeat},
		{"conceal map.png from kira", "dov"}, {"undo", "kira dov " + TableSeat}, {"conceal map.png", ""}, {"show map.png", "kira dov " + TableSeat},
	} {
		gmtest.Do(t, s, row[0])
		if got := who(); got != row[1] {
			t.Errorf("after %s it is read by %q, want %q", row[0], got, row[1])
		}
	}
	if Picture(s.Game(), "kira", strings.Repeat("0", 64)) != nil || Picture(s.Game(), "nobody", hash) != nil {
		t.Error("a guess is answered")
	}
}

// TestPortraits shows a face to those alone who see it now.
func TestPortraits(t *testing.T) {
	s := secretive(t)
	for _, row := range []struct{ line, want string }{
		{"note nothing yet", "hanne shooter"}, {"put shooter unseen", "hanne"}, {"end shooter unseen", "hanne shooter"}, {"put hanne cloaked", "shooter"}, {"end hanne cloaked", "hanne shooter"},
		{"put hanne cloaked", "shooter"}, {"put shooter unseen", ""}, {"end hanne cloaked", "hanne"},
	} {
		gmtest.Do(t, s, row.line)
		var list []string
		for _, key := range []string{"hanne", "shooter"} {
			hash := portraitName(s.Game(), s.State().Find(key))
			if !IsPortrait(hash) {
				t.Fatalf("%s has no portrait", key)
			}
			shown := 0
			for _, seat := range []string{"kira", "dov", TableSeat} {
				seen, err := NewTelling(s).SeatViewOf(seat)
				if err != nil {
					t.Fatal(err)
				}
				if slices.ContainsFunc(seen.Others, func(o OtherActor) bool { return o.Portrait == hash }) {
					shown++
				}
			}
			if shown == 3 {
				list = append(list, key)
			} else if shown > 0 {
				t.Errorf("after %s, %d of three see %s", row.line, shown, key)
			}
		}
		if got := strings.Join(list, " "); got != row.want {
			t.Errorf("after %s the faces of %q are seen, want %q", row.line, got, row.want)
		}
	}
	data, kind, err := Picture(s.Game(), "kira", portraitName(s.Game(), s.State().Find("kira")))()
	if _, _, wrong := image.Decode(bytes.NewReader(data)); err != nil || wrong != nil || kind != "image/png" {
		t.Errorf("%d bytes of %s, %v, %v", len(data), kind, err, wrong)
	}
}

// TestShowHandouts shows pictures of pictures/ and texts of handouts/, and nothing else of the campaign's folder.
func TestShowHandouts(t *testing.T) {
	drawn := read(t, "../testdata/secrets/pictures/map.png")
	dir := gmtest.Folder(t, map[string]string{
		"campaign.yaml": "campaign: {label: Mine, pack: hybrid}\ncast: [kira, grell]\n", "notes.txt": "She lies.", "map.png": drawn,
		"encounters/one.yaml":   "encounter: {label: One}\ncombatants: {kira: {side: party}}\n",
		"characters/grell.yaml": read(t, "../../characters/grell.yaml"), "handouts/letter.txt": "The tide turns.", "handouts/chart.png": drawn,
		"handouts/more/page.txt": "Turn over.", "pictures/chart.png": drawn, "pictures/notes.txt": "She lies.",
	})
	for link, to := range map[string]string{"handouts/grell.txt": "../characters/grell.yaml", "handouts/all": "..", "pictures/link.png": "../map.png"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("this system has no links: ", err)
		}
	}
	c, err := campaign.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := gm.Open(c, gm.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin one")
	place := "Put pictures into " + dir + "/pictures and texts into " + dir + "/handouts."
	for file, want := range map[string]string{ // empty for one that is shown
		"letter.txt": "", "handouts/letter.txt": "", "more/page.txt": "", "chart.png": "", "pictures/chart.png": "",
		"characters/grell.yaml": place, "campaign.yaml": place, "map.png": place, "../notes.txt": place, "handouts/../campaign.yaml": place,
		"handouts": place, ".": place, "/etc/passwd": place, "pictures/../characters/grell.yaml": place, "all": "“all” is a link",
		"notes.txt": "“notes.txt” is a text. Put it into handouts.", "handouts/chart.png": "“handouts/chart.png” is a picture. Put it into pictures.",
		"grell.txt": "“grell.txt” is a link. Put the file itself into " + dir + "/handouts.", "all/campaign.yaml": "is a link", "link.png": "is a link", "handouts/all/characters/grell.yaml": "is a link",
	} {
		_, err := s.Do(command.Command{Line: "show " + file + " to kira"})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
	if got := strings.Join(c.ListHandouts(), " "); got != "chart.png notes.txt letter.txt more/page.txt" {
		t.Errorf("listed are %s", got)
	}
	// A picture that was shown is found where older sessions had it, too.
	gmtest.Do(t, s, "conceal chart.png", "show chart.png to kira")
	hash := hashFile([]byte(drawn))
	for _, folder := range []string{"pictures", "handouts"} {
		if err := os.Remove(filepath.Join(dir, folder, "chart.png")); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(filepath.Join(dir, "map.png"), filepath.Join(dir, "chart.png")); err != nil {
		t.Fatal(err)
	}
	if data, kind, err := Picture(s.Game(), "kira", hash)(); err != nil || kind != "image/png" || len(data) == 0 {
		t.Errorf("%d bytes of %s, %v", len(data), kind, err)
	}
}
