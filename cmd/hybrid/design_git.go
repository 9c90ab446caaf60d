package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"

	"hybrid/gm/campaign"
)

// errNoGit is returned if git is needed but not installed.
var errNoGit = errors.New("This needs git, which isn't installed. Compare with the pack instead: --against pack.")

// campaignAtCommit returns a campaign as it was at a commit of the git repository that contains its folder. revision is git's name for the
// commit, such as a tag or HEAD. description has the commit's short hash, date and subject.
func campaignAtCommit(c *campaign.Campaign, revision string) (earlier *campaign.Campaign, description string, err error) {
	if c.Home() == "" {
		return nil, "", fmt.Errorf("%s is built in and has no repository. Compare with the pack instead: --against pack.", c.Name)
	}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, "", errNoGit
	}
	if _, err := runGit(c, "rev-parse", "--show-toplevel"); err != nil {
		return nil, "", fmt.Errorf("%s isn't in a git repository (%w). Compare with the pack instead: --against pack.", c.Home(), err)
	}
	hash, err := runGit(c, "rev-parse", "--verify", "--quiet", "--short", "--end-of-options", revision+"^{commit}")
	if err != nil && revision == lastCommit {
		return nil, "", fmt.Errorf("The repository of %s has no commit yet. Compare with the pack instead: --against pack.", c.Home())
	}
	if err != nil {
		return nil, "", fmt.Errorf("The repository of %s has no commit %s. Name one from `git log` or `git tag`, or pack.", c.Home(), revision)
	}
	commit := strings.TrimSpace(string(hash))
	files, err := filesAtCommit(c, commit)
	if err != nil {
		return nil, "", fmt.Errorf("Commit %s doesn't have %s. Name another commit, or pack.", commit, c.Home())
	}
	if earlier, err = c.ReadFrom(files, commit+":"+c.Home()); err != nil {
		return nil, "", err
	}
	output, err := runGit(c, "log", "-1", "--format=commit %h of %cs, “%s”", commit)
	return earlier, strings.TrimSpace(string(output)), err
}

// lastCommit is git's name for the last commit.
const lastCommit = "HEAD"

// filesAtCommit returns the files of the campaign's folder at a commit. (Run in a folder, git archive includes only that folder.) It fails
// if the folder had no campaign.yaml.
func filesAtCommit(c *campaign.Campaign, commit string) (fs.FS, error) {
	data, err := runGit(c, "archive", "--format=zip", commit)
	if err != nil {
		return nil, err
	}
	files, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	_, err = fs.Stat(files, "campaign.yaml")
	return files, err
}

// runGit runs git in the campaign's folder and returns its output. If git fails, the error is the first line that it wrote to stderr.
func runGit(c *campaign.Campaign, args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-C", c.Home()}, args...)...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		line, _, _ := strings.Cut(strings.TrimPrefix(string(exit.Stderr), "fatal: "), "\n")
		return nil, errors.New(line)
	}
	return out, err
}
