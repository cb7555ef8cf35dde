// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64 256; groups 1 3; n -3 0 1 7 8 9 31 32 33 63 64 65 95 96 97 200 256 767 768 769 900
// As many threads as there are elements copy one each.

__kernel void copy_guarded(__global const int *a, __global int *b, int n) /*@cost sectors = 2*ceil(clamp(n, 0, threads)/8)*/ /*@cost divwarps = [clamp(n, 0, threads) % 32 != 0]*/ {
  int i = get_global_id(0);
  if (i < n)
    b[i] = a[i];
}
