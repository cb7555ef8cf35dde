// expect: verified
//--local_size=8 --num_groups=1
// Counts of bits in 8 and 16 bits, signed and unsigned: powers of two have their logarithm's place.
__kernel void narrow_types(__global int *a) {
  const int t = get_local_id(0);
  const uchar one = (uchar)(1 << t);
  const short wide = (short)(256 << t);
  a[7 - clz(one)] = t;
  a[8 + 7 - clz((char)(1 << t))] = t;
  a[16 + 7 - clz(wide)] = t;
  a[24 + t + popcount(one) + popcount((short)-1) + popcount((char)-1)] = t;
}
