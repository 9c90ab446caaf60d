/*
Package follow shows the view of a seat, that is, what one player's character knows, on a terminal. It is read-only and knows nothing about
sessions: a function of the caller returns the text.
*/
package follow
