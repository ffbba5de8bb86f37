// A context file of the examples names this file.
