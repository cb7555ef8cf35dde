// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Even and odd lanes go to two arrays: each touches every sector.

__kernel void parity(__global int *a, __global int *b) /*@cost sectors = 8*warps*/ /*@cost divwarps = warps*/ {
  int i = get_global_id(0);
  if (i % 2 == 0)
    a[i] = 1;
  else
    b[i] = 2;
}
