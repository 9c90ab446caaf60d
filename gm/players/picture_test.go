package players

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
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

// drawing is a small picture with something on it.
func drawing() image.Image {
	m := image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{color.White, color.Black, color.RGBA{200, 20, 20, 255}})
	for i := range 30 {
		m.SetColorIndex(i, i, uint8(1+i%2))
	}
	return m
}

const hush = "C:\\games\\the traitor is Bram.xcf"

// segment is a part of a file in a JPEG, with its marker and its length.
func segment(marker byte, data string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(data)+2)), data...)
}

// A picture comes to the players as it looks, and with nothing beside it.
func TestPicturesAreBare(t *testing.T) {
	var b bytes.Buffer
	written := func(err error) []byte {
		if err != nil {
			t.Fatal(err)
		}
		data := slices.Clone(b.Bytes())
		b.Reset()
		return data
	}
	text := binary.BigEndian.AppendUint32(nil, uint32(len(hush)+5))
	text = append(text, "tEXtPath\x00"+hush...)
	text = binary.BigEndian.AppendUint32(text, crc32.ChecksumIEEE(text[4:]))
	plainPNG := written(png.Encode(&b, drawing()))
	plainJPEG := written(jpeg.Encode(&b, drawing(), nil))
	plainGIF := written(gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{drawing().(*image.Paletted), drawing().(*image.Paletted)}, Delay: []int{5, 5}}))
	exif := "Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00" + hush
	webp := "WEBPVP8X\x0a\x00\x00\x00\x0c\x00\x00\x00\x27\x00\x00\x1d\x00\x00" + "EXIF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(hush)))) + hush
	if len(hush)%2 == 1 {
		webp += "\x00"
	}
	webp += "VP8 \x04\x00\x00\x00abcd"
	for _, row := range []struct {
		name string
		data []byte
		want []byte // nil for what is only looked at
	}{
		{"png", slices.Concat(plainPNG[:33], text, plainPNG[33:], []byte(hush)), plainPNG},
		{"jpeg", slices.Concat(plainJPEG[:2], segment(0xe0, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"), segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00"+hush), segment(0xfe, hush), plainJPEG[2:], []byte(hush)), nil},
		{"a photograph on its side", slices.Concat(plainJPEG[:2], segment(0xe1, exif), plainJPEG[2:]), nil},
		{"gif", slices.Concat(plainGIF[:len(plainGIF)-1], []byte("!\xfe"+string(rune(len(hush)))+hush+"\x00"), []byte{0x3b}, []byte(hush)), plainGIF},
		{"webp", slices.Concat([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(len(webp))), []byte(webp), []byte(hush)), nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			if !bytes.Contains(row.data, []byte(hush)) {
				t.Fatal("nothing is planted")
			}
			clean, kind, err := bare(row.data)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(clean, []byte(hush)) || bytes.Contains(clean, []byte("traitor")) {
				t.Error("the secret is still in it")
			}
			if row.want != nil && !bytes.Equal(clean, row.want) {
				t.Errorf("%d bytes are left, want %d", len(clean), len(row.want))
			}
			if _, _, err := image.Decode(bytes.NewReader(clean)); err != nil && kind != "image/webp" {
				t.Error(err)
			}
			if turned := turn(clean[min(len(clean), 6):]); row.name == "a photograph on its side" && turned != 6 {
				t.Errorf("it is turned %d, want 6", turned)
			}
			for n := range row.data[:len(row.data)-len(hush)] { // cut off anywhere
				_, _, _ = bare(row.data[:n])
			}
		})
	}
	if _, _, err := bare([]byte("<svg onload='alert(1)'>")); err == nil {
		t.Error("a drawing with scripts is shown")
	}
}

// A picture is read by those to whom it is shown, and as long as it is.
func TestPicture(t *testing.T) {
	s := secretive(t)
	sum := sha256.Sum256([]byte(read(t, "../testdata/secrets/pictures/map.png")))
	hash := hex.EncodeToString(sum[:])
	who := func() string {
		var list []string
		for _, key := range []string{"kira", "dov", "mate", TableSeat} {
			seen, err := NewTelling(s).SeenBy(key)
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
		"handouts": place, ".": place, "/etc/passwd": place, "pictures/../characters/grell.yaml": place, "all": "all is a link",
		"notes.txt": "notes.txt is a text. Put it into handouts.", "handouts/chart.png": "handouts/chart.png is a picture. Put it into pictures.",
		"grell.txt": "grell.txt is a link. Put the file itself into " + dir + "/handouts.", "all/campaign.yaml": "is a link", "link.png": "is a link", "handouts/all/characters/grell.yaml": "is a link",
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
	hash := hashOf([]byte(drawn))
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
