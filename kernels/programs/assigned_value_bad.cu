// expect half@12: verified
// expect half: race
// The value of an assignment to a pointer is launched.
__global__ void half(int *d) { // of 64 threads
  int i = threadIdx.x;
  d[i % 64] = i;
}
typedef void (*Kernel)(int *);
int main() {
  int *d;
  cudaMalloc(&d, 400);
  half<<<1, 64>>>(d);
  Kernel f;
  (f = half)<<<1, 128>>>(d);
}
