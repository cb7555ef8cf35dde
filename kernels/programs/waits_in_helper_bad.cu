// expect: race
// A helper that waits for another thread of the host.
#include <atomic>
int n = 1 << 20;
std::atomic<int> ready;
static void wait() {
  while (ready.load() == 0) {
  }
}
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  wait();
  up<<<blocks, 256>>>(d, n);
}
