// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1; n 0 1 5 40
// Up to and with n: for n = 2^32 - 1 it does not end.

__kernel void unsigned_end(__global const volatile int *a, __global int *b, uint n) {
  int sum = 0;
  for (uint i = 0; i <= n; ++i)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
