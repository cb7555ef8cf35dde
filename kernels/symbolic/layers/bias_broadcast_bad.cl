// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// The work-items stand one column apart, not two.
__kernel void add_row(__global float *x, __global const float *bias, int rows, int cols) {
  int c = (int)get_global_id(0);
  int r = get_global_id(1);
  if (r >= rows || c >= cols)
    return;
  x[r * cols + c] += bias[c]; /*@race*/
  if (c + 1 < cols)
    x[r * cols + c + 1] += bias[c + 1]; /*@race*/
}
