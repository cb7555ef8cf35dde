// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2; n 0 1 2 3 4 5 8 9 16 17 31 32 33 1000
// Halves that are rounded up: 5, 3, 2, 1.

__kernel void halving_up(__global const int *a, __global int *b, int n) /*@cost sectors = groups*(8 + 2*[n > 1]*(log2(n - 1) + 1))*/ {
  int sum = 0;
  for (int left = n; left > 1; left = (left + 1) / 2)
    sum += a[left];
  b[get_global_id(0)] = sum;
}
