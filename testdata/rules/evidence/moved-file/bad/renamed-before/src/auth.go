package session

// Step1 is step 1.
func Step1() {}

// Step2 is step 2.
func Step2() {}

// Step3 is step 3.
func Step3() {}

// Step4 is step 4.
func Step4() {}

// Step5 is step 5.
func Step5() {}

// Step6 is step 6.
func Step6() {}

// Step7 is step 7.
func Step7() {}

// Step8 is step 8.
func Step8() {}

// Step9 is step 9.
func Step9() {}
