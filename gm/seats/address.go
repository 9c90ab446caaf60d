package seats

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Addresses that seats are served on: networks, ports, and names under which browsers may call the server.

// Port is the port that seats are served on if it is free.
const Port = 4747

// Network is a private network that this machine is in.
type Network struct {
	Addr netip.Addr // address of this machine in the network
	Name string     // interface name, such as eth0
}

// Networks lists the private networks that this machine is in.
func Networks() (list []Network, err error) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, fmt.Errorf("list the networks: %w", err)
	}
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 {
			continue
		}
		addresses, err := i.Addrs()
		if err != nil {
			continue // it went down in the meantime
		}
		for _, a := range addresses {
			if prefix, err := netip.ParsePrefix(a.String()); err == nil && prefix.Addr().Is4() && prefix.Addr().IsPrivate() {
				list = append(list, Network{prefix.Addr(), i.Name})
			}
		}
	}
	return list, nil
}

// openingCommand returns the command that opens the seats at an address, at the prompt and in the shell.
func openingCommand(address any) string {
	return fmt.Sprintf("`seats %v` (in the shell --seats %v)", address, address)
}

// listenAddress returns the address to listen on: the requested one, or else the address of the only private network in list. anyPort
// reports whether another port can be used if its own is taken.
func listenAddress(wanted string, list []Network) (at netip.AddrPort, anyPort bool, err error) {
	if wanted != "" {
		return parseAddress(wanted)
	}
	switch len(list) {
	case 0:
		return at, false, fmt.Errorf("No private network was found. Name an address, such as %s for this machine only.", openingCommand("127.0.0.1"))
	case 1:
		return netip.AddrPortFrom(list[0].Addr, Port), true, nil
	}
	texts := collect.Map(list, func(n Network) string { return n.Addr.String() + " (" + n.Name + ")" })
	return at, false, fmt.Errorf("There are several networks: %s. Choose one, such as %s.", strings.Join(texts, ", "), openingCommand(list[0].Addr))
}

// parseAddress reads ADDRESS or ADDRESS:PORT. An address that stands for all networks needs a port, so that it isn't opened by mistake.
func parseAddress(text string) (at netip.AddrPort, anyPort bool, err error) {
	if addr, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil {
		if addr.IsUnspecified() {
			return at, false, fmt.Errorf("%s opens the seats to every network. If you want that, add the port: %s.", text, openingCommand(netip.AddrPortFrom(addr, Port)))
		}
		return netip.AddrPortFrom(addr, Port), true, nil
	}
	if at, err = netip.ParseAddrPort(text); err != nil {
		return at, false, message.NotA(text, "an address", fmt.Sprintf("Write ADDRESS or ADDRESS:PORT, such as 192.168.1.5:%d", Port))
	}
	return at, false, nil
}

// listenOrNextPort listens at an address. If its port is taken and anyPort is true, it listens at a free one that the system chooses.
func listenOrNextPort(at netip.AddrPort, anyPort bool) (net.Listener, error) {
	l, err := net.Listen("tcp", at.String())
	if err != nil && anyPort {
		l, err = net.Listen("tcp", netip.AddrPortFrom(at.Addr(), 0).String())
	}
	if err != nil {
		return nil, listenError(at, err)
	}
	return l, nil
}

// listenError returns the error that the server can't listen at an address, with advice.
func listenError(at netip.AddrPort, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s isn't an address of this machine. Name one of its addresses, such as %s for this machine only.", at.Addr(), openingCommand("127.0.0.1"))
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("Another program uses %s. Name another port: %s.", at, openingCommand(netip.AddrPortFrom(at.Addr(), at.Port()%65535+1)))
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("Only an administrator may use port %d. Name one above 1023: %s.", at.Port(), openingCommand(netip.AddrPortFrom(at.Addr(), Port)))
	}
	var opError *net.OpError
	if errors.As(err, &opError) {
		err = opError.Err
	}
	return fmt.Errorf("The seats can't be opened at %s: %w. Name another address: %s.", at, err, openingCommand("ADDRESS"))
}

// acceptedHosts lists the values of the header Host that a browser can use for the server at an address. list holds the private networks of
// this machine; name is the host name of a reverse proxy, or "" if there is none.
func acceptedHosts(at netip.AddrPort, list []Network, name string) (hosts []string) {
	add := func(host string) {
		hosts = append(hosts, net.JoinHostPort(host, strconv.Itoa(int(at.Port()))))
		if at.Port() == 80 {
			hosts = append(hosts, host)
		}
	}
	switch {
	case at.Addr().IsUnspecified():
		for _, n := range list {
			add(n.Addr.String())
		}
		add("127.0.0.1")
		add("localhost")
	case at.Addr().IsLoopback():
		add(at.Addr().String())
		add("localhost")
	default:
		add(at.Addr().String())
	}
	if name = strings.ToLower(name); name != "" {
		hosts = append(hosts, name)
	}
	return slices.Compact(hosts)
}
