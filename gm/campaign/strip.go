package campaign

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// Removal of invisible data, such as the place where a photo was taken, from pictures that are shown to players. Each format has a function
// that copies the parts that affect the look of the picture, and returns nil if the data is damaged.

// errPicture is returned for data that isn't a complete picture in a known format.
var errPicture = errors.New("the picture can't be shown")

// StripPicture returns a picture without invisible data, such as comments, location and photographer, and without data after its end. The
// orientation of a JPEG is kept. kind is the media type. StripPicture fails if data is not a PNG, JPEG, GIF or WebP picture.
func StripPicture(data []byte) (clean []byte, kind string, err error) {
	switch head := string(data[:min(len(data), 14)]); {
	case strings.HasPrefix(head, "\x89PNG\r\n\x1a\n"):
		clean, kind = stripPNG(data), "image/png"
	case strings.HasPrefix(head, "\xff\xd8\xff"):
		clean, kind = stripJPEG(data), "image/jpeg"
	case strings.HasPrefix(head, "GIF87a"), strings.HasPrefix(head, "GIF89a"):
		clean, kind = stripGIF(data), "image/gif"
	case len(head) == 14 && strings.HasPrefix(head, "RIFF") && head[8:] == "WEBPVP":
		clean, kind = stripWebP(data), "image/webp"
	}
	if clean == nil {
		return nil, "", errPicture
	}
	return clean, kind, nil
}

// stripPNG removes all chunks that do not affect the look of a picture from a PNG.
func stripPNG(data []byte) []byte {
	clean, rest := slices.Clone(data[:8]), data[8:]
	for len(rest) >= 12 {
		n := int64(binary.BigEndian.Uint32(rest)) + 12 // length of the chunk, with the fields for its length, type and checksum
		if n > int64(len(rest)) {
			return nil
		}
		name := string(rest[4:8])
		if isCritical := name[0]&0x20 == 0; isCritical || slices.Contains([]string{"tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs", "acTL", "fcTL", "fdAT"}, name) {
			clean = append(clean, rest[:n]...)
		}
		if rest = rest[n:]; name == "IEND" {
			return clean
		}
	}
	return nil
}

// stripJPEG removes comment and application segments from a JPEG, except the two that define how colours are stored (JFIF and Adobe). It
// replaces an Exif segment with one that has only the orientation.
func stripJPEG(data []byte) []byte {
	clean, rest := slices.Clone(data[:2]), data[2:]
	for len(rest) >= 4 && rest[0] == 0xff {
		marker, n := rest[1], 2+int(binary.BigEndian.Uint16(rest[2:]))
		if marker == 0xff { // fill bytes
			rest = rest[1:]
			continue
		}
		if n > len(rest) || n < 4 {
			return nil
		}
		isJFIF := marker == 0xe0 && bytes.HasPrefix(rest[4:], []byte("JFIF\x00")) && n == 18
		isAdobe := marker == 0xee && bytes.HasPrefix(rest[4:], []byte("Adobe"))
		isComment, isApplication := marker == 0xfe, marker >= 0xe0 && marker <= 0xef
		if isJFIF || isAdobe || !isComment && !isApplication {
			clean = append(clean, rest[:n]...)
		} else if orientation := exifOrientation(rest[4:n]); marker == 0xe1 && orientation > 1 {
			// an Exif segment of 34 bytes: big-endian header, one entry (0x0112, type short, count 1) with the orientation, no next
			// directory
			clean = append(clean, "\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"...)
			clean = append(clean, orientation, 0, 0, 0, 0, 0, 0)
		}
		rest = rest[n:]
		if marker != 0xda { // not the start of a scan
			continue
		}
		end := scanEnd(rest)
		clean, rest = append(clean, rest[:end]...), rest[end:]
		if len(rest) < 2 || rest[1] == 0xd9 { // end of the picture
			return append(clean, 0xff, 0xd9)
		}
	}
	return nil
}

// exifOrientation returns the orientation, from 1 to 8, that the Exif segment of a JPEG gives, or 0 if data isn't Exif or has none.
func exifOrientation(data []byte) byte {
	if len(data) < 14 || string(data[:6]) != "Exif\x00\x00" {
		return 0
	}
	data = data[6:]
	var order binary.ByteOrder = binary.BigEndian
	if data[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(data[4:])) // offset of the first directory
	if at+2 > int64(len(data)) {
		return 0
	}
	entries := data[at+2:]
	for range order.Uint16(data[at:]) {
		if len(entries) < 12 {
			return 0
		}
		if order.Uint16(entries) == 0x112 { // the orientation
			if orientation := order.Uint16(entries[8:]); orientation <= 8 {
				return byte(orientation)
			}
			return 0
		}
		entries = entries[12:]
	}
	return 0
}

// scanEnd returns the length of the entropy-coded data at the beginning of data: the index of the next marker other than a restart marker.
func scanEnd(data []byte) int {
	for i := 0; i+1 < len(data); i++ {
		if data[i] == 0xff && data[i+1] != 0 && data[i+1] != 0xff && (data[i+1] < 0xd0 || data[i+1] > 0xd7) {
			return i
		}
	}
	return len(data)
}

// stripGIF removes comment, plain-text and application extensions from a GIF, except the loop count of an animation.
func stripGIF(data []byte) []byte {
	tableSize := func(flags byte) int { // size of a colour table in bytes
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	if len(data) < 13 {
		return nil
	}
	at := 13 + tableSize(data[10])
	if at > len(data) {
		return nil
	}
	clean := slices.Clone(data[:at])
	for at < len(data) {
		from, keep := at, true
		switch data[at] {
		case 0x3b: // end
			return append(clean, 0x3b)
		case 0x2c: // picture: a descriptor of 10 bytes, a colour table, and the code size
			if at+10 > len(data) {
				return nil
			}
			at += 11 + tableSize(data[at+9])
		case 0x21: // extension
			if at+14 < len(data) { // keep the graphic control (delays, transparency) and the loop count
				keep = data[at+1] == 0xf9 || data[at+1] == 0xff && string(data[at+3:at+14]) == "NETSCAPE2.0"
			}
			at += 2
		default:
			return nil
		}
		for at < len(data) && data[at] != 0 { // blocks of data, each after its length; an empty one ends them
			at += 1 + int(data[at])
		}
		if at++; at > len(data) {
			return nil
		}
		if keep {
			clean = append(clean, data[from:at]...)
		}
	}
	return nil
}

// stripWebP removes all chunks except those that make up the picture from a WebP file, and corrects its header.
func stripWebP(data []byte) []byte {
	if len(data) < 20 {
		return nil
	}
	clean, rest := slices.Clone(data[:12]), data[12:]
	if size := int64(binary.LittleEndian.Uint32(data[4:])) - 4; size >= 0 && size < int64(len(rest)) {
		rest = rest[:size]
	}
	for len(rest) >= 8 {
		n := 8 + int64(binary.LittleEndian.Uint32(rest[4:]))
		n += n & 1 // chunks are padded to an even length
		if n > int64(len(rest)) {
			return nil
		}
		if slices.Contains([]string{"VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"}, string(rest[:4])) {
			chunk := slices.Clone(rest[:n])
			if string(chunk[:4]) == "VP8X" && n > 8 {
				chunk[8] &^= 0x2c // clear the flags for Exif, XMP and a colour profile
			}
			clean = append(clean, chunk...)
		}
		rest = rest[n:]
	}
	binary.LittleEndian.PutUint32(clean[4:], uint32(len(clean)-8))
	return clean
}
