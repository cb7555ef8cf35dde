// expect: race
//--local_size=256 --num_groups=*
// The wide row has the width of the narrow one.
__global__ void depth_to_space(float *out, const float *in, int C, int H, int W, int r) {
  // in: (C, r, r, H, W), out: (C, H * r, W * r)
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (C <= 0 || H <= 0 || W <= 0 || r <= 0 || i >= C * r * r * H * W)
    return;
  int x = i % W;
  int y = i / W % H;
  int dx = i / (W * H) % r;
  int dy = i / (W * H * r) % r;
  int c = i / (W * H * r * r);
  int wide = W;
  int row = y * r + dy;
  int col = x * r + dx;
  out[(c * H * r + row) * wide + col] = in[i]; /*@race*/
}
