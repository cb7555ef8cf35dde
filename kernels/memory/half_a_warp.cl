// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 2, lines 1, ideal 2
// The first half of the first warp reads.

__kernel void half_a_warp(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  if (t < 16)
    v = a[t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
