// expect: race
// Rows that the runtime has allocated for half of what they hold.
__global__ void rows(float *d, size_t pitch, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h)
    ((float *)((char *)d + y * pitch))[x] = (float)x; /*@race*/
}
void run(int w, int h) {
  float *d;
  size_t pitch;
  if (cudaMallocPitch((void **)&d, &pitch, w * sizeof(short), h) != cudaSuccess)
    return;
  rows<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d, pitch, w, h);
}
