// expect: race
// A variable of the file that another thread of the host changes, before it says so.
#include <atomic>
int n = 1 << 20;
std::atomic<bool> ready;
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  while (!ready.load()) {
  }
  up<<<blocks, 256>>>(d, n);
}
void other() {
  n = 300;
  ready = true;
}
