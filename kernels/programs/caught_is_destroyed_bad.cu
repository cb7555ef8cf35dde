// expect: race
// What was thrown is destroyed behind the handler.
#include <cstdio>
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int g;
struct Error {
  ~Error() { g -= 5; }
};
void run(float *d) {
  int m;
  try {
    throw Error();
  } catch (Error &) {
    m = g;
  }
  up<<<m / 256, 256>>>(d, g);
}
