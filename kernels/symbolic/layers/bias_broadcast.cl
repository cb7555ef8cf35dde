// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// A bias of a row is added to each row of a matrix, two columns a work-item.
__kernel void add_row(__global float *x, __global const float *bias, int rows, int cols) {
  int c = 2 * (int)get_global_id(0);
  int r = get_global_id(1);
  if (r >= rows || c >= cols)
    return;
  x[r * cols + c] += bias[c];
  if (c + 1 < cols)
    x[r * cols + c + 1] += bias[c + 1];
}
