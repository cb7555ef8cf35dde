// expect: race
// Two threads write what they read from two elements.

__global__ void benign_copied_value(int *a, const int *b) { a[threadIdx.x / 2] = b[threadIdx.x]; /*@race*/ }
