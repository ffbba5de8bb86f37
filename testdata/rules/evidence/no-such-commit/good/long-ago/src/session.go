package session

// Step1 is step 1.
func Step1() {}

// Step2 is step 2.
func Step2() {}

// Step3 is step 3.
func Step3() {}

// Step4 is step 4.
func Step4() {}
