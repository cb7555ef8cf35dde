// expect: verified
// A static variable whose first value is a number is that number in every call.
__global__ void one(int *d, int m) {
  int i = threadIdx.x;
  d[i] = 1;
  if (blockDim.x != m)
    d[0] = i; // by every thread
}
void go(int m, int *d) {
  static const dim3 block(2 * 32);
  if (m == 64)
    one<<<1, block>>>(d, m);
}
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  go(128, d);
  go(64, d);
}
