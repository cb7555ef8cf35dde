// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 1, lines 1, ideal 1
// All lanes that are left read one element.

__kernel void prefix(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = 0;
  for (int k = 0; k < t; ++k)
    s += a[k];
  out[t] = s;
}
