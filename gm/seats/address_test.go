package seats

import (
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"testing"
)

// An address that nobody can listen at is told with a way out.
func TestNotOpened(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	at := taken.Addr().(*net.TCPAddr).AddrPort()
	_, err = listenOrNextPort(at, false)
	if want := fmt.Sprintf("Another program uses %s. Name another port: `seats 127.0.0.1:%[2]d` (in the shell --seats 127.0.0.1:%[2]d).", at, at.Port()%65535+1); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for _, row := range []struct {
		err  error
		want string
	}{
		{syscall.EACCES, "Only an administrator may use port 80. Name one above 1023: `seats 10.0.0.2:4747` (in the shell --seats 10.0.0.2:4747)."},
		{&net.OpError{Op: "listen", Err: syscall.ENETDOWN}, "The seats can't be opened at 10.0.0.2:80: network is down. Name another address: `seats ADDRESS` (in the shell --seats ADDRESS)."},
	} {
		if got := listenError(netip.MustParseAddrPort("10.0.0.2:80"), row.err).Error(); got != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
	}
}
