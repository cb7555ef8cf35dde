// expect: race
// The host passes a function of the device that leads two threads to one place.

typedef int (*Function)(int);

__device__ int pair(int x) { return x / 2; }
__device__ Function address = pair;

__global__ void apply(int *a, Function f) { a[f(threadIdx.x)] = 1 + threadIdx.x; /*@race*/ }

void run(int *a) {
  Function f;
  cudaMemcpyFromSymbol(&f, address, sizeof f);
  apply<<<1, 64>>>(a, f);
}
