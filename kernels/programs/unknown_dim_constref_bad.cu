// expect: race
__global__ void k(int *d) { d[threadIdx.x] = 1 + threadIdx.y; /*@race*/ }
void grow(const dim3 &b) { ((dim3 &)b).y *= 2; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  dim3 b(64);
  grow(b);
  k<<<1, b>>>(d);
}
