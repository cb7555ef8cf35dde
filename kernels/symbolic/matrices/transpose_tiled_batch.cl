// expect: verified
//--local_size=[16,16] --num_groups=[*,*,*]
// A batch of matrices is transposed by tiles; the third axis counts them.
#define T 16
kernel void transpose_batch(global float *out, global const float *in, int rows, int cols) {
  local float tile[T * (T + 1)];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gx = get_group_id(0) * T, gy = get_group_id(1) * T;
  long base = (long)get_group_id(2) * rows * cols;
  if (gx + lx < cols && gy + ly < rows)
    tile[ly * (T + 1) + lx] = in[base + (gy + ly) * cols + gx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  int r = gx + ly, c = gy + lx;
  if (r < cols && c < rows)
    out[base + r * rows + c] = tile[lx * (T + 1) + ly];
}
