// expect: race
//--local_size=256 --num_groups=*
// The gate is read where the next row's result is written.
float silu(float v) {
  return v / (1.0f + exp(-v));
}
kernel void swiglu(global float *x, const int rows, const int hidden) {
  const int row = get_group_id(0);
  if (row >= rows || hidden < 0)
    return;
  global float *up = x + (size_t)row * 2 * hidden;
  global const float *gate = up + 2 * hidden;
  for (int i = get_local_id(0); i < hidden; i += get_local_size(0))
    up[i] = up[i] * silu(gate[i]); /*@race*/
}
