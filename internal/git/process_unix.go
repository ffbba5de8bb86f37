//go:build unix

package git

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// run runs git in a process group of its own. All of the group ends with the context of
// the command, and with a signal that ends us: a terminal sends it to our group alone.
func run(cmd *exec.Cmd) error {
	cmd.SysProcAttr = ownGroup()
	kill := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = kill
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	if err := cmd.Start(); err != nil {
		signal.Stop(signals)
		return err
	}
	done := make(chan struct{})
	go func() {
		select {
		case <-done:
			signal.Stop(signals)
		case ends := <-signals:
			_ = kill() // it may have ended by itself
			signal.Stop(signals)
			_ = syscall.Kill(os.Getpid(), ends.(syscall.Signal))
		}
	}()
	err := cmd.Wait()
	close(done)
	return err
}
