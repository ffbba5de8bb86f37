package files

// nonblock is 0 in a browser, which has no pipes.
const nonblock = 0
