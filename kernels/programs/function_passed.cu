// expect: verified
// The host passes a function of the device, whose address it has read from there.

typedef int (*Function)(int);

__device__ int same(int x) { return x; }
__device__ Function address = same;

__global__ void apply(int *a, Function f) { a[f(threadIdx.x)] = 1 + threadIdx.x; }

void run(int *a) {
  Function f;
  cudaMemcpyFromSymbol(&f, address, sizeof f);
  apply<<<1, 64>>>(a, f);
}
