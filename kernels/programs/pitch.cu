// expect: verified
// Rows that the runtime has allocated lie at least as far apart as they are long.
__global__ void rows(float *d, size_t pitch, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h)
    ((float *)((char *)d + y * pitch))[x] = (float)x;
}
void run(int w, int h) {
  float *d;
  size_t pitch;
  if (cudaMallocPitch((void **)&d, &pitch, w * sizeof(float), h) != cudaSuccess)
    return;
  rows<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d, pitch, w, h);
}
