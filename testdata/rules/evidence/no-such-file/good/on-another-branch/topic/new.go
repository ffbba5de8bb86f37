package topic

// Step1 is step 1.
func Step1() {}
