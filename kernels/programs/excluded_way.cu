// expect: verified
// Conditions that contradict each other: what is launched between them is never reached.
__global__ void all(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = 1.0f;
}
__global__ void first(float *d) {
  if (threadIdx.x == 0)
    d[blockIdx.x] = 1.0f;
}
bool is_power(int n) { return (n & (n - 1)) == 0; }
void launch(float *d, int n) {
  if (is_power(n))
    first<<<n, 64>>>(d);
  else
    all<<<(n + 63) / 64, 64>>>(d, n);
}
void run(float *d, int n) {
  for (int size = 1; size < n; size *= 2)
    launch(d, size);
}
