// expect: verified
//--local_size=* --num_groups=*
// Writes the received columns into both borders of a plane of width + 2 columns.
kernel void unpack_halo(global double *u, global const double *left, global const double *right, int width,
                        int height) {
  int y = get_global_id(0);
  if (y >= height || width < 1)
    return;
  int stride = width + 2;
  u[y * stride] = left[y];
  u[y * stride + width + 1] = right[y];
}
