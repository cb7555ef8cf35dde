// expect: verified
//--local_size=[16,16] --num_groups=1
// observe nvidia a: sectors 2, lines 2, ideal 1
// Two lanes of a warp read.

__kernel void first_column(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  if (t == 0)
    v = a[1024 * (int)get_local_id(1)];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
