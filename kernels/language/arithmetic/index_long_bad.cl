// expect: race
//--local_size=64 --num_groups=16
// The product is computed in 32 unsigned bits: 2^26 times 64 wraps to 0.

__kernel void index_long(__global char *out) {
  const uint i = get_global_id(0);
  out[(ulong)(i * 67108864u)] = (char)(i / 64); /*@race*/
}
