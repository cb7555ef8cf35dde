// expect: verified
//--local_size=64 --num_groups=1
// Below zero an unsigned number is large; made signed it is small again.

__kernel void k(__global int *out) {
  const uint i = (uint)get_local_id(0) - 32u;
  const long wide = (int)i;
  out[wide + 32] = get_local_id(0);
}
