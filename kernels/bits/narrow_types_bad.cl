// expect: race
//--local_size=8 --num_groups=1
// The ninth bit of a char is none: the last thread's number is 0, which has as many leading zeros as a char has bits.
__kernel void narrow_types(__global int *a) {
  const int t = get_local_id(0);
  const uchar one = (uchar)(2 << t);
  a[clz(one)] = 1; /*@race*/
  if (t == 0)
    a[8] = 2; /*@race*/
}
