package chromium

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a browser may take for all that is done with it.
const patience = 5 * time.Minute

// Start starts Chromium with one page, which chromedp.Run acts on, until the test is over. Where there is none the test is
// skipped.
func Start(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("skipped: no browser is installed; apt-get install chromium")
	}
	dir, err := os.MkdirTemp("", "hybrid-browser-")
	if err != nil {
		t.Fatal(err)
	}
	options := []chromedp.ExecAllocatorOption{chromedp.NoFirstRun, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.ExecPath(path), chromedp.UserDataDir(dir)}
	for _, name := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "hide-scrollbars", "disable-background-timer-throttling",
		"disable-renderer-backgrounding", "disable-backgrounding-occluded-windows"} {
		options = append(options, chromedp.Flag(name, true))
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	// What a newer browser tells and chromedp cannot read yet is no failure of a page.
	ctx, cancel := chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	ctx, late := context.WithTimeout(ctx, patience)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx)
		late()
		cancel()
		stop()
		os.RemoveAll(dir) // not t.TempDir: the browser may write still
	})
	return ctx
}
