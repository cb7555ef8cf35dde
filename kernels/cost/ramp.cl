// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64 96; groups 1 2
// Each lane makes a round more than its neighbour.

__kernel void ramp(__global const int *a, __global int *b) /*@cost sectors = 35*warps*/ /*@cost divwarps = 31*warps*/ {
  int sum = 0;
  for (int k = 0; k < get_local_id(0) % 32; ++k)
    sum += a[k];
  b[get_global_id(0)] = sum;
}
