package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"hybrid/rules/message"
	"hybrid/rules/source"

	"golang.org/x/text/unicode/norm"
)

// Safe reading of a campaign's files: only regular files of limited size, and for files shown to players neither links nor files outside
// certain folders. A handout is a picture or text that the game master can show to players.

// Limits on files.
const (
	maxBytes  = 4 << 20  // maximum size of a YAML file, in bytes
	maxTables = 16 << 20 // maximum total size of the YAML files in a folder, in bytes
	maxShown  = 8 << 20  // maximum size of a file shown to players, in bytes
	maxListed = 200      // maximum number of handouts in a list
)

// yamlFolders holds the subfolders of a campaign whose YAML files are read.
var yamlFolders = [...]string{"tables", "characters", "encounters"}

// Names of the folders with files that can be shown to players.
const (
	Pictures = "pictures"
	Handouts = "handouts"
)

// Handout reads a file that can be shown to players, given its path within Pictures or Handouts. It returns the content and the folder that
// contains the file, Pictures or Handouts. It refuses a link, which could lead to a secret file.
func (c *Campaign) Handout(name string) (data []byte, folder string, err error) {
	for _, folder := range [...]string{Pictures, Handouts} {
		relative := path.Clean(strings.TrimPrefix(filepath.ToSlash(name), folder+"/"))
		file := storedName(c.folder, path.Join(folder, relative))
		if !fs.ValidPath(relative) || relative == "." {
			continue
		}
		if _, err := fs.Lstat(c.folder, file); isMissingFile(err) {
			continue
		}
		if hasSymlink(c.folder, file) {
			return nil, "", fmt.Errorf("“%s” is a link. Put the file itself into %s.", name, path.Join(c.prefix, folder))
		}
		if data, err = readLimited(c.folder, file, maxShown); err != nil {
			return nil, "", message.Unreadable(name, err)
		}
		return data, folder, nil
	}
	return nil, "", fmt.Errorf("“%s” isn't in %s or %s. Put pictures into %s and texts into %s.", name, Pictures, Handouts, path.Join(c.prefix, Pictures), path.Join(c.prefix, Handouts))
}

// hasSymlink reports whether the file with the path name, or a folder on that path, is a symbolic link.
func hasSymlink(files fs.FS, name string) bool {
	for ; name != "."; name = path.Dir(name) {
		if info, err := fs.Lstat(files, name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
	}
	return false
}

// ListHandouts returns the paths of the files that [Campaign.Handout] can read, within their folder, pictures first. It lists at most
// maxListed.
func (c *Campaign) ListHandouts() (names []string) {
	for _, folder := range [...]string{Pictures, Handouts} {
		_ = fs.WalkDir(c.folder, folder, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil || len(names) >= maxListed:
				return fs.SkipAll
			case strings.HasPrefix(entry.Name(), "."):
				if entry.IsDir() {
					return fs.SkipDir
				}
			case entry.Type().IsRegular() && !slices.Contains(names, source.ComposeAccents(name[len(folder)+1:])):
				names = append(names, source.ComposeAccents(name[len(folder)+1:]))
			}
			return nil
		})
	}
	return names
}

// File reads a file in the campaign's folder, given its path there or within Pictures. Unlike [Campaign.Handout], it allows links and any
// folder, since it is only for pictures that an earlier version showed.
func (c *Campaign) File(name string) ([]byte, error) {
	name = path.Clean(filepath.ToSlash(name))
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("%s isn't in the campaign's folder. Put the file there.", name)
	}
	data, err := readLimited(c.folder, name, maxShown)
	if isMissingFile(err) {
		data, err = readLimited(c.folder, path.Join(Pictures, name), maxShown)
	}
	if isMissingFile(err) {
		return nil, fmt.Errorf("No file named “%s” in %s. Put it there, or into its folder pictures.", name, c.prefix)
	}
	if err != nil {
		return nil, message.Unreadable(name, err)
	}
	return data, nil
}

// ReadFile reads a file by its path, with the limits of Read.
func ReadFile(name string) ([]byte, error) {
	return Read(os.DirFS(filepath.Dir(name)), filepath.Base(name))
}

// Read reads a YAML file. It fails if the file isn't a regular one but, for example, a pipe, or if it is larger than maxBytes.
func Read(files fs.FS, name string) ([]byte, error) {
	return readLimited(files, name, maxBytes)
}

// readLimited reads a file of at most maximum bytes, as Read does.
func readLimited(files fs.FS, name string, maximum int64) ([]byte, error) {
	name = storedName(files, name)
	if err := checkRegular(files, name, maximum); err != nil {
		return nil, err
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	data := bytes.NewBuffer(make([]byte, 0, min(info.Size(), maximum)+bytes.MinRead))
	_, err = data.ReadFrom(io.LimitReader(file, maximum+1))
	if int64(data.Len()) > maximum {
		return nil, tooLargeError(maximum)
	}
	return data.Bytes(), err
}

// storedName returns the name of a file as stored in its folder, where accents can be separate from their letters (NFD), as on macOS.
func storedName(files fs.FS, name string) string {
	if strings.IndexFunc(name, func(c rune) bool { return c > unicode.MaxASCII }) < 0 {
		return name
	}
	if _, err := fs.Stat(files, name); !isMissingFile(err) {
		return name
	}
	entries, _ := fs.ReadDir(files, path.Dir(name))
	for _, entry := range entries {
		if source.ComposeAccents(entry.Name()) == source.ComposeAccents(path.Base(name)) {
			return path.Join(path.Dir(name), entry.Name())
		}
	}
	return name
}

// tooLargeError returns the error for a file of more than maximum bytes.
func tooLargeError(maximum int64) error {
	switch maximum {
	case maxShown:
		return fmt.Errorf("it's larger than %d MB. Make it smaller.", maximum>>20)
	case maxPortrait:
		return fmt.Errorf("it's larger than %d kB. Make it smaller.", maximum>>10)
	}
	return fmt.Errorf("it's larger than %d MB. Split it.", maximum>>20)
}

// checkRegular returns an error if name isn't the path of a regular file of at most maximum bytes.
func checkRegular(files fs.FS, name string, maximum int64) error {
	info, err := fs.Stat(files, name)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("it's a folder. Name a file in it, or rename it.")
	case !info.Mode().IsRegular():
		return errors.New("it's neither a file nor a folder. Remove it.")
	case info.Size() > maximum:
		return tooLargeError(maximum)
	}
	return nil
}

// IsData reports whether a file with this name is read as YAML. Hidden files, which editors leave behind, aren't.
func IsData(name string) bool {
	return path.Ext(name) == ".yaml" && !strings.HasPrefix(path.Base(name), ".")
}

// reportUnreadable reports unreadable files in the campaign's folders of YAML files, so that no rule is silently missing.
func (c *Campaign) reportUnreadable(report *source.Report) {
	entries, err := fs.ReadDir(c.folder, ".")
	c.reportIfUnreadable(".", err, report)
	for _, entry := range entries {
		subfolder := entry.Name()
		if !slices.Contains(yamlFolders[:], subfolder) {
			continue
		}
		info, err := fs.Stat(c.folder, subfolder)
		if err == nil && !info.IsDir() {
			err = errors.New("it must be a folder with .yaml files. Remove it, or make it one.")
		}
		var files []fs.DirEntry
		if err == nil {
			files, err = fs.ReadDir(c.folder, subfolder)
		}
		c.reportIfUnreadable(subfolder, err, report)
		for _, file := range files {
			if name := path.Join(subfolder, file.Name()); IsData(name) {
				c.reportIfUnreadable(name, checkRegular(c.folder, name, maxBytes), report)
			}
		}
	}
}

// reportIfUnreadable reports a file of the campaign that could not be read because of err, unless err is nil.
func (c *Campaign) reportIfUnreadable(name string, err error, report *source.Report) {
	if err != nil {
		report.Add(source.NoFile, source.Pos{File: path.Join(filepath.ToSlash(c.prefix), name)}, "%v", message.Unreadable("this", err))
	}
}

// yamlFiles reads the YAML files directly in the folder dir, whose path in error messages is display. It reports unreadable files, and
// returns an error if the folder can't be read.
func yamlFiles(folder fs.FS, dir, display string, report *source.Report) (files []source.File, err error) {
	entries, err := fs.ReadDir(folder, dir)
	if err != nil {
		return nil, err
	}
	total := 0 // size of the files so far, in bytes
	for _, entry := range entries {
		if !IsData(entry.Name()) {
			continue
		}
		name := path.Join(display, entry.Name())
		data, err := Read(folder, path.Join(dir, entry.Name()))
		if total += len(data); err == nil && total > maxTables {
			err = fmt.Errorf("together the files are larger than %d MB. Remove some.", maxTables>>20)
		}
		if err != nil {
			report.Add(source.NoFile, source.Pos{File: name}, "%v", message.Unreadable("this", err))
			continue
		}
		files = append(files, source.File{Name: name, Data: data})
	}
	return files, nil
}

// fileNames lists the names of the YAML files directly in the folder dir, without extension and with composed accents. It omits unreadable
// files.
func fileNames(folder fs.FS, dir string) (names []string) {
	entries, _ := fs.ReadDir(folder, dir)
	for _, entry := range entries {
		if IsData(entry.Name()) && checkRegular(folder, path.Join(dir, entry.Name()), maxBytes) == nil {
			names = append(names, source.ComposeAccents(strings.TrimSuffix(entry.Name(), ".yaml")))
		}
	}
	return names
}

// FileName returns a file name for a label, which consists of the letters a to z, digits and underscores. It returns "" for a label without
// such letters or digits.
func FileName(label string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1 // an accent separate from its letter
		}
		return r
	}, norm.NFKD.String(strings.ToLower(label)))
	words := strings.FieldsFunc(plain, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "_")
}
