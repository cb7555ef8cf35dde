// expect: verified
//--local_size=64 --num_groups=4
// Butterfly: everybody writes its partner's place in another array.

__kernel void xor_partner(__global const int *in, __global int *out) {
  const int i = get_global_id(0);
  out[i ^ 1] = in[i];
}
