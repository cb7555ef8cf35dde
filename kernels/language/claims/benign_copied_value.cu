// expect: verified
// Two threads write what both read from one element that nobody writes.

__global__ void benign_copied_value(int *a, const int *b) { a[threadIdx.x / 2] = b[threadIdx.x / 2]; }
