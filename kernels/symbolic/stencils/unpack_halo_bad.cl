// expect: race
//--local_size=* --num_groups=*
// The right border lies in the column that begins the next row.
kernel void unpack_halo(global double *u, global const double *left, global const double *right, int width,
                        int height) {
  int y = get_global_id(0);
  if (y >= height || width < 1)
    return;
  int stride = width + 2;
  u[y * stride] = left[y]; /*@race*/
  u[y * stride + width + 2] = right[y]; /*@race*/
}
