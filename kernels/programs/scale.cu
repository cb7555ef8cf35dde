// expect: verified
#include <cublas_v2.h>
#include <vector>
__global__ void scale(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] *= 2;
  if (i == 0)
    printf("%d elements\n", n);
}
void run(float *d, int n) { scale<<<(n + 255) / 256, 256>>>(d, n); }
