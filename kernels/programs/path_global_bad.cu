// expect: race
// A global variable may change between the check and the launch.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
int size;
void shrink();
void run(float *d) {
  if (size <= 0)
    return;
  shrink();
  halves<<<4, 256>>>(d, size);
}
