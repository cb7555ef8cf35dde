// expect: race
// An argument waits for another thread of the host; nothing is known of the way there.
#include <atomic>
int n = 1 << 20;
std::atomic<int> ready;
static int wait() {
  while (ready.load() == 0) {
  }
  return 0;
}
__global__ void up(float *d, int n, int status) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
again:
  up<<<n / 256, 256>>>(d, n, wait());
  if (n == 5)
    goto again;
}
