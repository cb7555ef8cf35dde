// expect: verified
//--local_size=8 --num_groups=1
// What the loop writes does not reach the byte that was set before.
typedef struct {
  int n;
  uchar m[40];
} Large;

__kernel void large_struct_loop(__global int *p, int rounds) {
  Large s;
  s.m[2] = 4;
  for (int i = 0; i < rounds; ++i)
    s.n = i;
  if ((s.m[2] & 15) == 3)
    p[0] = get_local_id(0);
}
