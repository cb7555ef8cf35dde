// expect: race
// The library calls an object that it is given.
#include <algorithm>
__global__ void one(int *d, int n) {
  int i = threadIdx.x;
  if (n != 64)
    d[0] = i; // by every thread
  d[64 + i] = i;
}
struct Launch {
  int *d;
  void operator()(int n) const { one<<<1, 64>>>(d, n); }
};
int main() {
  int *d, sizes[2] = {5, 6};
  cudaMalloc(&d, 4000);
  Launch launch{d};
  launch(64);
  std::for_each(sizes, sizes + 2, launch);
}
