// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a (idx=zero:256): sectors 1, lines 1
// observe nvidia a (idx=random:1:256): sectors 4, lines 1
// Places from memory, of a small range.

__kernel void gather_near(__global const int *idx, __global const float *a, __global float *out) {
  const int t = get_local_id(0);
  out[t] = a[idx[t] & 31];
}
