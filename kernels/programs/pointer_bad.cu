// expect up: verified
// expect down: race
// One of two kernels is launched through a pointer with several blocks.
__global__ void up(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}
__global__ void down(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] -= 1; /*@race*/
}
void run(int *p, int n, bool upwards) {
  void (*kernel)(int *, int) = &up;
  if (!upwards)
    kernel = &down;
  (*kernel)<<<8, 128>>>(p, n);
}
