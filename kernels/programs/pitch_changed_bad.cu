// expect: race
// Rows whose length changes while they are allocated: the runtime has seen the one before.
__global__ void rows(float *d, size_t pitch, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h)
    ((float *)((char *)d + y * pitch))[x] = (float)x; /*@race*/
}
void check(cudaError_t error, int width) {}
void run(int w, int h, int more) {
  float *d;
  size_t pitch;
  check(cudaMallocPitch((void **)&d, &pitch, w * sizeof(float), h), w = more);
  rows<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d, pitch, w, h);
}
