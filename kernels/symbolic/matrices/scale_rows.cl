// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// Scales the rows of a matrix in place; the pitch is the host's.
kernel void scale_rows(global float *m, global const float *s, int rows, int cols, int pitch) {
  int c = get_global_id(0);
  int r = get_global_id(1);
  if (cols > pitch)
    return;
  if (r < rows && c < cols)
    m[r * pitch + c] *= s[r];
}
