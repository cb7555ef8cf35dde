// expect: race
//--local_size=8 --num_groups=1
// Of 44 bytes a loop writes four; the others are arbitrary.
typedef struct {
  int n;
  uchar m[40];
} Large;

__kernel void large_struct_loop(__global int *p, int rounds) {
  Large s;
  for (int i = 0; i < rounds; ++i)
    s.n = i;
  if ((s.m[2] & 15) == 3)
    p[0] = get_local_id(0); /*@race*/
}
