// expect: verified
//--local_size=64 --num_groups=1
// runs: local 64; groups 1; c 8 16 24
// The threads fill together, one stretch after the other.

__kernel void chunks_cheap(__global volatile int *a, int c)
    /*@cost sectors = 4*c*warps*/ {
  int t = get_local_id(0);
  for (int j = 0; j < c; ++j)
    a[j * 64 + t] = j;
}
