// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; n -3..5
// The limit is below the start: no trip. A start below zero: more trips than the limit says.

__kernel void negative_trips(__global const volatile int *a, __global int *b, int n) /*@cost sectors = warps*(4*max(2 - n, 0) + 4)*/ /*@cost divwarps = 0*/ {
  int sum = 0;
  for (int i = n; i < 2; i++)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
