// expect: verified
// Functions in a table that the host may change: those of the program with the type.

typedef int (*Function)(int);

__device__ int same(int x) { return x; }
__device__ int swapped(int x) { return x ^ 3; }
__constant__ Function table[2] = {same, swapped};

__global__ void function_pointer_constant(int *a, int i) { a[table[i & 1](threadIdx.x)] = 1 + threadIdx.x; }
