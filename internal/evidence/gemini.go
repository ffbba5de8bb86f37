package evidence

import "bufio"

func (b *book) gemini(raw string)                 {}
func (b *book) geminiFile(in *bufio.Reader) error { return nil }
func (b *book) codex(raw string)                  {}
func (b *book) copilot(raw string)                {}
