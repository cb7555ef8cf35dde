// expect: race
// A static variable keeps what the first call gave it.
__global__ void one(int *d, int m) {
  int i = threadIdx.x;
  d[i] = 1;
  if (blockDim.x != m)
    d[0] = i; // by every thread
}
void go(int m, int *d) {
  static const dim3 block(m);
  one<<<1, block>>>(d, m);
}
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  go(128, d);
  go(64, d);
}
