package archive

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/disk"
	"hybrid/gm/journal"
	"hybrid/rules/message"
)

// Packing and unpacking: an archive's contents, its index, and the file names that are refused. The log is the campaign's session file,
// which contains everything that was played; package journal reads and writes it.

// Names in the zip file.
const (
	aboutFile      = "about.json" // About as JSON
	campaignFolder = "campaign/"  // the campaign's files; none for a built-in campaign
	logFile        = "log.db"     // the log
	backupsFolder  = "backups/"   // backups of the log
)

// version is the version of the archive format. It must grow when older programs can't read new archives any more.
const version = 1

// About describes an archive.
type About struct {
	Version int    `json:"version"` // version of the archive format, from 1; an archive with a higher one than version is refused
	Name    string `json:"name"`    // name of the campaign's folder, or of a built-in campaign
	Label   string `json:"label"`   // label of the campaign, which messages show
	BuiltIn bool   `json:"builtin"` // whether the campaign's files are built in
	Log     bool   `json:"log"`     // whether the archive contains a log; without one, nothing was played
}

// Write writes a campaign to an archive: its files except hidden ones, its log as of now, and the log's backups. dir is the folder of
// sessions. Write fails if a file's name isn't valid on every system.
func Write(to io.Writer, dir string, c *campaign.Campaign) (about About, err error) {
	about = About{Version: version, Name: c.Name, Label: c.Label, BuiltIn: c.Home() == ""}
	out := zip.NewWriter(to)
	if !about.BuiltIn {
		about.Name = filepath.Base(c.Folder())
		if err := addFiles(out, os.DirFS(c.Folder())); err != nil {
			return about, err
		}
	}
	file, _ := gm.FindSessionFile(dir, c)
	if about.Log = gm.HasSessionAt(file); about.Log {
		temp, err := os.MkdirTemp("", "hybrid-archive")
		if err != nil {
			return about, err
		}
		defer os.RemoveAll(temp)
		if err := addJournal(out, file, filepath.Join(temp, logFile)); err != nil {
			return about, err
		}
		for _, backup := range gm.ListBackups(file) {
			name := strings.TrimPrefix(filepath.Base(backup), filepath.Base(file)+".")
			if err := addFile(out, backupsFolder+name, os.DirFS(filepath.Dir(backup)), filepath.Base(backup)); err != nil {
				return about, err
			}
		}
	}
	text, err := json.MarshalIndent(about, "", " ")
	if err != nil {
		return about, err
	}
	w, err := out.Create(aboutFile)
	if err == nil {
		_, err = w.Write(text)
	}
	return about, errors.Join(err, out.Close())
}

// addJournal adds a copy of the log in file, which another process can have open. copied is the path of a temporary file for the copy.
func addJournal(out *zip.Writer, file, copied string) error {
	j, err := journal.OpenReadOnly(file)
	if err != nil {
		return err
	}
	err = j.Backup(copied)
	if err = errors.Join(err, j.Close()); err != nil {
		return err
	}
	return addFile(out, logFile, os.DirFS(filepath.Dir(copied)), filepath.Base(copied))
}

// addFiles adds the files of a campaign's folder, except hidden ones.
func addFiles(out *zip.Writer, folder fs.FS) error {
	seen := map[string]string{} // names added so far, by the form in which refuseAlikeName compares them
	return fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return err
		case strings.HasPrefix(entry.Name(), ".") && entry.IsDir():
			return fs.SkipDir
		case strings.HasPrefix(entry.Name(), "."), !entry.IsDir() && !entry.Type().IsRegular():
			return nil
		}
		if err := errors.Join(CheckPortable(name), refuseAlikeName(seen, name)); err != nil || entry.IsDir() {
			return err
		}
		return addFile(out, campaignFolder+name, folder, name)
	})
}

// refuseAlikeName adds name, a path, to seen, which maps paths in lower case and with composed accents to the original ones. It returns an
// error if seen already has a path that differs from name only in capitals or in the encoding of accents, since some systems consider the
// two the same file.
func refuseAlikeName(seen map[string]string, name string) error {
	lower := norm.NFC.String(strings.ToLower(name))
	if other, clashes := seen[lower]; clashes {
		return fmt.Errorf("%s and %s differ only in capitals or in the writing of an accent. Rename one, since other systems can't hold both.", other, name)
	}
	seen[lower] = name
	return nil
}

// addFile adds a file of folder to out, under the name target. name is the path of the file in folder.
func addFile(out *zip.Writer, target string, folder fs.FS, name string) error {
	f, err := folder.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	head := &zip.FileHeader{Name: target, Method: zip.Deflate}
	if info, err := f.Stat(); err == nil {
		head.Modified = info.ModTime()
	}
	w, err := out.CreateHeader(head)
	if err == nil {
		_, err = io.Copy(w, f)
	}
	return err
}

// maxName is the length, in bytes, of the longest file name that every system accepts.
const maxName = 255

// CheckPortable returns an error if name, a relative path with slashes, isn't valid on every one of Windows, macOS and Linux.
func CheckPortable(name string) error {
	isInvalid := !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, `\:*?"<>|`)
	for _, part := range strings.Split(name, "/") {
		isInvalid = isInvalid || !isPortableName(part)
	}
	if isInvalid {
		return message.NotA(path.Base(name), "a valid file name on every system", "Rename it")
	}
	return nil
}

// isPortableName reports whether name, a part of a path, is a valid file name on all three systems. It doesn't look for the printable
// characters that Windows forbids, since CheckPortable does. Windows doesn't allow a dot or a space at the end.
func isPortableName(name string) bool {
	hasControl := strings.ContainsFunc(name, func(r rune) bool { return r < ' ' })
	return len(name) <= maxName && !isDevice(name) && !strings.HasSuffix(name, ".") && !strings.HasSuffix(name, " ") && !hasControl
}

// isDevice reports whether a file name refers to a device on Windows, with any extension: con, nul.txt, com1, lpt².
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch stem = strings.TrimRight(stem, " "); stem {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	number, isPort := strings.CutPrefix(stem, "com")
	if !isPort {
		number, isPort = strings.CutPrefix(stem, "lpt")
	}
	return isPort && utf8.RuneCountInString(number) == 1 && strings.Contains("0123456789¹²³", number)
}

// ReadAbout reads the description that an archive contains. It fails if the file is not an archive of a campaign, was made by a newer
// version, or contains a file whose name is refused or that is too large.
func ReadAbout(from *zip.Reader) (about About, err error) {
	f, err := from.Open(aboutFile)
	if err != nil {
		return about, errors.New("This isn't an archive of a campaign. Make one with `hybrid session pack FILE`.")
	}
	defer f.Close()
	if err := json.NewDecoder(io.LimitReader(f, 1<<20)).Decode(&about); err != nil {
		return about, fmt.Errorf("read the archive: %w", err)
	}
	if about.Version > version {
		return about, errors.New("This archive was made by a newer version. Update hybrid.")
	}
	seen := map[string]string{}
	for _, file := range from.File {
		if !strings.HasSuffix(file.Name, "/") {
			if err := errors.Join(CheckPortable(file.Name), refuseAlikeName(seen, file.Name)); err != nil {
				return about, err
			}
			if file.UncompressedSize64 > maxUnpacked {
				return about, fmt.Errorf("%s is too large", file.Name)
			}
		}
	}
	return about, CheckPortable(about.Name)
}

// UnpackFiles writes the campaign's files in an archive into a folder, which must be empty or not exist.
func UnpackFiles(from *zip.Reader, folder string) error {
	list, err := os.ReadDir(folder)
	isEmpty, isMissing := err == nil && len(list) == 0, errors.Is(err, fs.ErrNotExist)
	if !isEmpty && !isMissing {
		return message.Exists(folder, "Choose another folder")
	}
	files, err := fs.Sub(from, path.Clean(campaignFolder))
	if err != nil {
		return err
	}
	return os.CopyFS(folder, files)
}

// maxUnpacked is the maximum size of a file in an archive after unpacking, in bytes.
const maxUnpacked = 4 << 30

// unpackFile writes the content of an archive's file to the writer to.
func unpackFile(to io.Writer, file *zip.File) error {
	r, err := file.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(to, r)
	return err
}

// UnpackLog writes the log of an archive, and its backups, into dir, a folder of sessions, under the names that campaign c's files have
// there. It fails if the campaign already has a log in dir.
func UnpackLog(from *zip.Reader, dir string, c *campaign.Campaign) error {
	target := gm.SessionPath(dir, c)
	if gm.HasSessionAt(target) {
		return fmt.Errorf("%s already has a log in %s. Choose another folder with --state.", c.Label, dir)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(dir, "unpack")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	for _, file := range from.File {
		backup, isBackup := strings.CutPrefix(file.Name, backupsFolder)
		if file.Name != logFile && !isBackup || backup == "" {
			continue
		}
		copied := filepath.Join(temp, filepath.Base(filepath.FromSlash(file.Name)))
		to, err := os.OpenFile(copied, os.O_WRONLY|os.O_CREATE|os.O_EXCL, disk.Private)
		if err != nil {
			return err
		}
		if err := errors.Join(unpackFile(to, file), to.Close()); err != nil {
			return err
		}
		if isBackup {
			err = disk.Rename(copied, target+"."+filepath.Base(copied))
		} else {
			err = disk.Rename(copied, target)
		}
		if err != nil {
			return err
		}
	}
	if !gm.HasSessionAt(target) {
		return errors.New("The archive has no log.")
	}
	return nil
}
