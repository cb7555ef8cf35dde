// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; n 0 1 2 50; m -3 0 5
// Tests of what a counter was before it is moved.

__kernel void count_down(__global int *a, unsigned n, int m)
    /*@cost sectors = 4*n + 4*max(m, 0)*/ {
  unsigned i = n;
  while (i-- > 0)
    a[get_local_id(0)] = 1;
  int j = m;
  while (j-- > 0)
    a[get_local_id(0)] = 2;
}
