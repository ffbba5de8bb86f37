package files

// nonblock is nothing in a browser, which has no pipes.
const nonblock = 0
