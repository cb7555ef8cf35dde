// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; n -2..69
// A step that is halved.

__kernel void halving(__global const volatile int *a, __global int *b, int n) /*@cost sectors = 4*[n >= 1]*floor(log2(max(n, 1))) + 4*/ {
  int sum = 0;
  for (int s = n / 2; s > 0; s /= 2)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
