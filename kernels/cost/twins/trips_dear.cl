// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2
// Lanes make different numbers of rounds.

__kernel void trips_dear(__global const int *a, __global int *out)
    /*@cost divwarps = 31*warps*/ /*@cost sectors = 35*warps*/ {
  int t = get_local_id(0) % 32, sum = 0;
  for (int j = 0; j < t; ++j)
    sum += a[j];
  out[get_global_id(0)] = sum;
}
