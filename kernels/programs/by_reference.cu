// expect: verified
// A reference to what does not change any more.
__global__ void rows(int *d, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (width != 64 * gridDim.x || height != 3)
    d[0] = x; // never
}
static void run(int *d, const int &n, dim3 &size) { rows<<<n / 64, 64>>>(d, size.x, size.y); }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 256;
  dim3 size;
  size.x = n;
  size.y = 3;
  run(d, n, size);
}
