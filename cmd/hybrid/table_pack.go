package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"hybrid/gm/archive"
	"hybrid/gm/campaign"
	"hybrid/rules/message"
)

// `hybrid session pack` and `unpack`: move a campaign with its sessions to another computer as one file, a zip archive (gm/archive).

// packCommand returns the command `session pack`.
func packCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "pack FILE",
		Short: "Write campaign, log and backups to one file",
		Long: "Write the campaign's files with its pictures, its log and the log's backups to one file, for another computer.\n" +
			"The file is a zip archive. `hybrid session unpack FILE` takes it there. The campaign can be open meanwhile.",
		Args: wantArgs("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if info, err := os.Stat(args[0]); err == nil && (info.Mode().IsRegular() || info.IsDir()) {
				return message.Exists(args[0], "Choose another name")
			}
			dir, err := p.stateDir()
			if err != nil {
				return err
			}
			var about archive.About
			err = writeInPlace(args[0], func(to io.Writer) (err error) {
				about, err = archive.Write(to, dir, p.campaign)
				return err
			})
			if err != nil {
				return err
			}
			return p.write(report{facts: object{{"name", about.Name}, {"file", args[0]}}, text: func(w *textWriter) {
				w.writeLine("%s is in %s.", about.Label, args[0])
				w.writeLine("On the other computer: hybrid session unpack %s", args[0])
			}})
		},
	}
}

// unpackCommand returns the command `session unpack`.
func unpackCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "unpack FILE [FOLDER]",
		Short: "Unpack a campaign from another computer",
		Long: "Unpack the campaign of a file that `hybrid session pack` wrote on another computer: its files into a new folder,\n" +
			"its log and backups into the folder of sessions. Nothing that exists is overwritten.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return wantArgs("FILE")(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error { return unpackCampaign(p, args) },
	}
}

// unpackCampaign unpacks the archive args[0]: the campaign's files into the folder args[1], by default one with the campaign's name, and
// its log into the folder of sessions. A built-in campaign has only a log. If a step fails, it removes what it unpacked.
func unpackCampaign(p *program, args []string) error {
	archiveFile, err := zip.OpenReader(args[0])
	if errors.Is(err, zip.ErrFormat) {
		return fmt.Errorf("%s isn't an archive of a campaign. Make one with `hybrid session pack FILE`.", args[0])
	}
	if err != nil {
		return message.Unreadable(args[0], err)
	}
	defer archiveFile.Close()
	about, err := archive.ReadAbout(&archiveFile.Reader)
	if err != nil {
		return err
	}
	dir, err := p.stateDir()
	if err != nil {
		return err
	}
	folder := about.Name
	switch {
	case len(args) == 2 && about.BuiltIn:
		return fmt.Errorf("%s is part of the program, and needs no folder. Remove %s.", about.Label, args[1])
	case len(args) == 2:
		folder = args[1]
	}
	existing, folderErr := os.ReadDir(folder) // the folder before anything is unpacked
	if !about.BuiltIn {
		err = archive.UnpackFiles(&archiveFile.Reader, folder)
	}
	var c *campaign.Campaign
	if err == nil {
		c, err = openCampaign(folder, nil)
	}
	if err == nil && about.Log {
		err = archive.UnpackLog(&archiveFile.Reader, dir, c)
	}
	if err != nil {
		switch {
		case about.BuiltIn:
		case errors.Is(folderErr, fs.ErrNotExist): // it was just created
			err = errors.Join(err, os.RemoveAll(folder))
		case folderErr == nil && len(existing) == 0: // it existed, but was empty
			err = errors.Join(err, emptyFolder(folder))
		}
		return err
	}
	return p.write(report{facts: object{{"name", about.Name}, {"file", folder}}, text: func(w *textWriter) {
		w.writeLine("%s is in %s. Continue: hybrid play %s", about.Label, folder, folder)
	}})
}

// emptyFolder deletes everything in a folder.
func emptyFolder(folder string) error {
	list, err := os.ReadDir(folder)
	for _, entry := range list {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, entry.Name())))
	}
	return err
}
