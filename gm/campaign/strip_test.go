package campaign

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"
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
			clean, kind, err := StripPicture(row.data)
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
			if turned := exifOrientation(clean[min(len(clean), 6):]); row.name == "a photograph on its side" && turned != 6 {
				t.Errorf("it is turned %d, want 6", turned)
			}
			for n := range row.data[:len(row.data)-len(hush)] { // cut off anywhere
				_, _, _ = StripPicture(row.data[:n])
			}
		})
	}
	if _, _, err := StripPicture([]byte("<svg onload='alert(1)'>")); err == nil {
		t.Error("a drawing with scripts is shown")
	}
}
