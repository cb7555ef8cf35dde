// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; n -3..17; m -2 0 3
// A step of minus three.

__kernel void downwards(__global const volatile int *a, __global int *b, int n, int m) /*@cost sectors = warps*(4*ceil(max(n - m, 0)/3) + 4)*/ /*@cost divwarps = 0*/ {
  int sum = 0;
  for (int i = n; i > m; i -= 3)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
