// expect: race
#include <cublas_v2.h>
#include <vector>
__global__ void scale(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] += d[i + 1]; /*@race*/
  if (i == 0)
    printf("%d elements\n", n);
}
void run(float *d, int n) { scale<<<(n + 255) / 256, 256>>>(d, n); }
