// expect up@16: verified
// expect up: race
// The pointer goes elsewhere as well: any launch.
void launch(void (*)(int *, int));
__global__ void up(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] += 1; /*@race*/
}
void run(int *p, int n, bool upwards) {
  void (*kernel)(int *, int) = nullptr;
  if (upwards)
    kernel = &up;
  else
    launch(kernel);
  kernel<<<1, 128>>>(p, n);
}
