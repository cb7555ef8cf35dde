// expect: race
// What is evaluated for the shared memory changes a size; nothing is known of the way there.
__global__ void one(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[i] = 1;
  if (gridDim.x != n)
    d[0] = i; // by every thread
}
int size = 3;
int more() { return ++size; }
int main() {
  int *d;
  cudaMalloc(&d, 4000);
again:
  one<<<size, 64, more()>>>(d, size);
  if (size == 5)
    goto again;
}
