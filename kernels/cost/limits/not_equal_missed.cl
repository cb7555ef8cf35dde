// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; n 0 2 4 6
// Steps of two miss every odd number: there is no bound for all n.

__kernel void not_equal_missed(__global const volatile int *a, __global int *b, uint n) {
  int sum = 0;
  for (uint i = 0; i != n; i += 2)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
