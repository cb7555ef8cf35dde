// expect half@13: verified
// expect half: race
// The value of an assignment to a pointer is passed on.
__global__ void half(int *d) { // of 64 threads
  int i = threadIdx.x;
  d[i % 64] = i;
}
typedef void (*Kernel)(int *);
void run(Kernel f, int n, int *d) { f<<<1, n>>>(d); }
int main() {
  int *d;
  cudaMalloc(&d, 400);
  half<<<1, 64>>>(d);
  Kernel f;
  run(f = half, 128, d);
}
