// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 1, lines 1, ideal 1
// A single thread reads.

__kernel void one_lane(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  if (t == 5)
    v = a[1000 * t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
