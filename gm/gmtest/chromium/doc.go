// Package chromium starts a real browser for tests of pages.
package chromium
