// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2
// A switch over four cases.

__kernel void four_ways(__global int *a) /*@cost sectors = 16*warps*/ /*@cost divwarps = 3*warps*/ {
  int i = get_global_id(0);
  switch (get_local_id(0) % 4) {
  case 0: a[i] = 1; break;
  case 1: a[i] = i; break;
  case 2: a[i] = 2 * i; break;
  default: a[i] = 3 * i + 7;
  }
}
