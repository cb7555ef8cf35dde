// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// The halves of a warp go to two arrays.

__kernel void halves(__global int *a, __global int *b) /*@cost sectors = 4*warps*/ /*@cost divwarps = warps*/ {
  int i = get_global_id(0);
  if (get_local_id(0) % 32 < 16)
    a[i] = 1;
  else
    b[i] = 2;
}
