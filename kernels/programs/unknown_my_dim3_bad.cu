// expect: race
namespace my { struct dim3 { unsigned x, y, z; dim3(unsigned a, unsigned b, unsigned c) : x(c), y(b), z(a) {} }; }
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != 1000) d[0] = i; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  my::dim3 b(1000, 1, 7);
  k<<<1, 64>>>(d, b.x);
}
