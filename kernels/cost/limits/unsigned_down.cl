// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; n 0 1 5 40
// Downwards with a test in front of the step.

__kernel void unsigned_down(__global const volatile int *a, __global int *b, uint n) {
  int sum = 0;
  for (uint i = n; i-- > 0;)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
