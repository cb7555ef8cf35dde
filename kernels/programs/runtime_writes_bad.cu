// expect: race
// A function of the runtime writes through a pointer between two arguments; nothing is known of the way there.
__global__ void one(int *d, int n, int status, int m) {
  int i = threadIdx.x;
  d[i] = status;
  if (n != m)
    d[0] = i; // by every thread
}
int main() {
  int *d, *p = (int *)malloc(4);
  cudaMalloc(&d, 400);
again:
  one<<<1, 64>>>(d, *p, cudaMemcpy(p, d, 4, cudaMemcpyDeviceToHost), *p);
  if (*p == 5)
    goto again;
}
