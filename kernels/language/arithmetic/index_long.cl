// expect: verified
//--local_size=64 --num_groups=16
// 64-bit indices beyond the range of 32 bits.

__kernel void index_long(__global char *out) {
  const long i = get_global_id(0);
  out[i * 10000000000L] = 1;
  out[i * 10000000000L + 1] = (char)i;
}
