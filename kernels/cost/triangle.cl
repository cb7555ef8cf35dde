// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32; groups 1 2; n -1..11
// Rows of growing length, the same for all threads.

__kernel void triangle(__global const volatile int *a, __global int *b, int n) /*@cost sectors = warps*(2*max(n, 0)*(max(n, 0) + 1) + 4)*/ /*@cost divwarps = 0*/ {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
