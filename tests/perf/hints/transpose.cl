// Rows are read, columns written.
//--local_size=[16,16] --num_groups=[4,4]

__kernel void naive(__global const float *in, __global float *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[x * 64 + y] = in[y * 64 + x]; /*@hint transpose tile_18*/
}

// Of any size.
__kernel void unknown(__global const float *in, __global float *out, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h)
    out[x * h + y] = in[y * w + x]; /*@hint transpose*/ /*@hint rows*/
}

// A thread may wait for nobody here.
__kernel void half(__global float *a) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < y) {
    const float t = a[y * 64 + x];
    a[y * 64 + x] = a[x * 64 + y];
    a[x * 64 + y] = t;
  }
}
