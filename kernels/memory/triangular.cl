// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 28..32, lines 16..32, ideal 4
// Distances grow with the lane.

__kernel void triangular(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[t * (t + 1) / 2];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
