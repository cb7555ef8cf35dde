// expect: verified
// A pitch that becomes one in elements.
__global__ void grid(float *d, int pitch, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h)
    d[y * pitch + x] = (float)x;
}
void check(cudaError_t error);
void run(int w, int h) {
  float *d;
  size_t pitch;
  check(cudaMallocPitch((void **)&d, &pitch, w * sizeof(float), h));
  pitch /= sizeof(float);
  grid<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d, (int)pitch, w, h);
}
