// expect: race
// A variable of the thread keeps what the first call gave it.
__global__ void one(int *d, int m) {
  int i = threadIdx.x;
  d[i] = 1;
  if (m != 64)
    d[0] = i; // by every thread
}
void go(int m, int *d) {
  thread_local const dim3 block(m);
  if (m == 64)
    one<<<1, 64>>>(d, block.x);
}
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  go(5, d);
  go(64, d);
}
