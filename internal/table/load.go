package table

// Load returns the data of the built-in sources by its name, decoded as encoding/json
// does. It panics if there is none or it does not fit: both are made when the program
// is built, and a test of each reader finds it.
func Load[T any](name string) (data T) {
	if err := Builtin.Decode(name, &data); err != nil {
		panic(err)
	}
	return data
}
