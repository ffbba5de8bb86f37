package session

// store keeps sessions.
type store struct{}
