// expect: verified
//--local_size=64 --num_groups=4
// A base that is read from a read-only array at one place is the same for all.

__kernel void lookup(__global const int *base, __global int *a, int k) {
  a[(base[k] & 0xffff) * 256 + (int)get_global_id(0)] = get_local_id(0);
}
