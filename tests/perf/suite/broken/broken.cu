// No file that compiles.
__global__ void broken(float *a) { a[threadIdx.x] = missing; }
