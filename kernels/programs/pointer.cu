// expect: verified
// Kernels that are launched through a pointer.
__global__ void up(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] += 1;
}
__global__ void down(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] -= 1;
}
void run(int *p, int n, bool upwards) {
  void (*kernel)(int *, int) = nullptr;
  if (upwards)
    kernel = &up;
  else
    kernel = down;
  kernel<<<1, 128>>>(p, n);
}
