// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32 64; groups 1 2; n 0..9
// A test that only equality ends: one round for each number, as long as none is missed.

__kernel void not_equal(__global const volatile int *a, __global int *b, int n) /*@cost sectors = warps*(4*n + 4)*/ /*@cost divwarps = 0*/ {
  int sum = 0;
  for (int i = 0; i != n; ++i)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
