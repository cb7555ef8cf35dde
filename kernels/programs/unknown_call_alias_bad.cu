// expect: race
#include <vector>
__global__ void k(int *a, const int *b) {
  int i = threadIdx.x;
  a[i] = b[i + 1]; /*@race*/
}
static int *same(int *p) { return p; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  k<<<1, 64>>>(same(d), same(d));
}
