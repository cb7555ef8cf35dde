// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; n -2..69
// A step that doubles.

__kernel void doubling(__global const volatile int *a, __global int *b, int n) /*@cost sectors = 4*[n > 1]*(floor(log2(max(n - 1, 1))) + 1) + 4*/ {
  int sum = 0;
  for (int s = 1; s < n; s *= 2)
    sum += a[get_global_id(0)];
  b[get_global_id(0)] = sum;
}
