// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; n 0 1 7 8 9 31 32 33 64 65 100 128 190
// A warp reads a row, 32 elements at a time.

__kernel void warp_row(__global const int *a, __global int *b, int n) /*@cost sectors = warps*(ceil(n/8) + 4)*/ /*@cost divwarps = warps*[n % 32 != 0]*/ {
  int sum = 0;
  for (int k = get_local_id(0) % 32; k < n; k += 32)
    sum += a[k];
  b[get_global_id(0)] = sum;
}
