// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1; n 0 1 2 3 100 2147483648
// Doubling wraps around for n > 2^31: no bound.

__kernel void doubled_unsigned(__global const volatile int *a, __global int *b, uint n) {
  int sum = 0;
  for (uint s = 1; s < n; s *= 2)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
