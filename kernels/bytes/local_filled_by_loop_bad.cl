// expect: race
//--local_size=8 --num_groups=2
// The twin of local_filled_by_loop.cl: the last byte of the word that is tested has no value.
typedef union {
  uchar b[16];
  uint w[4];
} Words;

__kernel void local_filled_by_loop(__global int *o) {
  int t = get_global_id(0);
  Words x;
  for (int i = 0; i < 7; ++i)
    x.b[i] = i + 3;
  if (x.w[1] == 0x0a090807)
    o[t] = x.w[3];
  else
    o[0] = t; /*@race*/
}
