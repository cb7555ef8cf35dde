// expect: verified
// today: unknown (no end within the time: a product of sizes as radix, divided again by one of them)
//--local_size=256 --num_groups=*
// Cuts pictures into windows, as shifted-window attention does; the grid strides over the elements.
__global__ void window_partition(float *out, const float *in, int B, int nh, int nw, int size, int C) {
  const int H = nh * size, W = nw * size;
  const int total = B * H * W * C;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    int c = i % C;
    int x = i / C % W;
    int y = i / C / W % H;
    int b = i / C / W / H;
    int window = (b * nh + y / size) * nw + x / size;
    int pixel = (y % size) * size + x % size;
    out[(window * size * size + pixel) * C + c] = in[i];
  }
}
