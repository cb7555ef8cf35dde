// expect: verified
//--local_size=64 --num_groups=1
// A stride of a power of two wraps round to the thread's own residue.

__kernel void k(__global int *out, uint n) {
  for (uint i = get_local_id(0); i < n; i += 64)
    out[i] = get_local_id(0);
}
