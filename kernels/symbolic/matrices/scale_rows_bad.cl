// expect: race
//--local_size=[16,16] --num_groups=[*,*]
// Off by one: the guard lets through a column that belongs to the next row.
kernel void scale_rows(global float *m, global const float *s, int rows, int cols, int pitch) {
  int c = get_global_id(0);
  int r = get_global_id(1);
  if (cols > pitch)
    return;
  if (r < rows && c <= cols)
    m[r * pitch + c] *= s[r]; /*@race*/
}
