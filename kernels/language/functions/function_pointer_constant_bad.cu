// expect: race
// Functions in a table that the host may change, one of which leads two threads to one place.

typedef int (*Function)(int);

__device__ int same(int x) { return x; }
__device__ int pair(int x) { return x / 2; }
__constant__ Function table[2] = {same, pair};

__global__ void function_pointer_constant(int *a, int i) { a[table[i & 1](threadIdx.x)] = 1 + threadIdx.x; /*@race*/ }
