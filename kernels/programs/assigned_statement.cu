// expect: verified
// A pointer is assigned in a statement, and launched.
__global__ void half(int *d) { // of 64 threads
  int i = threadIdx.x;
  d[i % 64] = i;
}
typedef void (*Kernel)(int *);
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 400);
  Kernel f = nullptr;
  if (argc > 1)
    f = half;
  else
    return 1;
  f<<<1, 64>>>(d);
}
