// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; n 0 7 20; s 1 2 5
// A step of which only the caller knows the sign.

__kernel void step_any(__global const volatile int *a, __global int *b, int n, int s) {
  int sum = 0;
  for (int i = 0; i < n; i += s)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
