// expect half@12: verified
// expect half: race
// A function of the program whose name has Func in it launches.
__global__ void half(int *d) { // of 64 threads
  int i = threadIdx.x;
  d[i % 64] = i;
}
void runFunc(void (*f)(int *), int n, int *d) { f<<<1, n>>>(d); }
int main() {
  int *d;
  cudaMalloc(&d, 400);
  half<<<1, 64>>>(d);
  runFunc(half, 128, d);
}
