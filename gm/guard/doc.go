/*
Package guard keeps a session running when work that only looks at it panics: a preview, odds, a completion, a panel, a page
for a phone. It is off until [Enable] is called, so that a panic ends every test in which it happens.

Work that changes the session is not guarded: after a panic in it, nothing says what is true. What was carried out before is
on disk, and the session goes on when the program is started again.
*/
package guard
