// expect columns@17: race
// expect columns@18: race
// expect columns@19: race
// expect columns@21: race
// expect columns: verified
// Lost text within what compiles, and says something of the second dimension.
#include "missing_macros.h"

using Grid = dim3;
static dim3 rows_of_four(int x) { return dim3(x, 4); }
__global__ void columns(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = 2.f * d[i]; /*@race*/
}
void run(float *d, int n, dim3 given) {
  columns<<<Grid(ROUND_UP(n, 256), 4), 256>>>(d, n);
  columns<<<rows_of_four(ROUND_UP(n, 256)), 256>>>(d, n);
  columns<<<(ROUND_UP(n, 256), given), 256>>>(d, n);
  auto grid = Grid(ROUND_UP(n, 256), 4);
  columns<<<grid, 256>>>(d, n);
}
