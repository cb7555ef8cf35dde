// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2; n 0 1 5 8 31 32 33 64 100 128 135; m 0 1 3
// Threads behind the data leave at once.

__kernel void early_return(__global volatile int *a, int n, int m) /*@cost sectors = m*ceil(clamp(n, 0, threads)/8)*/ /*@cost divwarps = [clamp(n, 0, threads) % 32 != 0]*/ {
  int i = get_global_id(0);
  if (i >= n)
    return;
  for (int k = 0; k < m; ++k)
    a[i] = k;
}
