// expect: race
// The size of a class of the standard library is not that of what stands for it here.
#include <string>
__global__ void k(int *d, int n) {
  if (n == 32)
    d[0] = threadIdx.x; /*@race*/
}
void f(int *d) { k<<<1, 64>>>(d, sizeof(std::string)); }
