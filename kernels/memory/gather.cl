// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a (idx=zero:256): sectors 1, lines 1, ideal 1
// observe nvidia a (idx=iota:256): sectors 4, lines 1, ideal 4
// Places from memory.

__kernel void gather(__global const int *idx, __global const float *a, __global float *out) {
  const int t = get_local_id(0);
  out[t] = a[idx[t]];
}
