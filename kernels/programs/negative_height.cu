// expect: verified
// A height below zero would have a block of its own, which the rounding makes: no program has one.
__global__ void turn(float *out, const float *in, int width, int height) {
  unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}
static int divide_up(int a, int b) { return a % b != 0 ? a / b + 1 : a / b; }
void run(float *out, const float *in, int width, int height) {
  dim3 blocks(divide_up(width, 16), divide_up(height, 16)), threads(16, 16);
  turn<<<blocks, threads>>>(out, in, width, height);
}
