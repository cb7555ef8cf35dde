// expect: race
// A container that makes an element, by a constructor of the program.
#include <map>
int n = 1 << 20;
struct Less {
  int value;
  Less() { n /= 3; }
};
std::map<int, Less> all;
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  all[3];
  up<<<blocks, 256>>>(d, n);
}
