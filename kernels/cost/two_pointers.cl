// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; n 0 1 5 9; m 0 3 9; d=iota:20 d=zero:20; e=iota:20
// A merge that all threads do together: between n and n + m rounds.

__kernel void two_pointers(__global const int *d, __global const int *e, __global int *b, int n, int m) /*@cost divwarps = 0*/ {
  int i = 0, j = 0;
  while (i < n) {
    while (j < m && e[j] <= d[i])
      ++j;
    ++i;
  }
  b[get_global_id(0)] = j;
}
