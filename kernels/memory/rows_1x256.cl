// expect: verified
//--local_size=[1,256] --num_groups=1
// observe nvidia a: sectors 32, lines 32, ideal 4
// A warp is a column.

__kernel void rows_1x256(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[1024 * (int)get_local_id(1) + t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
