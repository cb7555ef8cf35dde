// expect: race
// One block too many.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
#include <algorithm>
#define AT_MOST(a, b) ((a) < (b) ? (a) : (b))
static int divide_up(int a, int b) {
  if (a % b)
    return a / b + 1;
  return a / b;
}
void run(float *d) {
  int n = 1000, m = 77;
  up<<<divide_up(std::min(n, 513), AT_MOST(256, n)), std::max(AT_MOST(n, 256), m)>>>(d, std::min(n, 512));
}
