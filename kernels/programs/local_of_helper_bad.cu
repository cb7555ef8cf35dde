// expect: race
// A variable of a helper that is called twice has two values.
#include <cstdlib>
static void expect(int got, int wanted) {
  int seen = got;
  if (seen != wanted)
    abort();
}
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int x, int n, int blocks) {
  expect(x, 4);
  expect(blocks, blocks);
  if (n < 1024)
    return;
  up<<<blocks, 256>>>(d, n);
}
