// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3; n 0 1 31 32 33 95 192 2147483648 4294967295
// A guard against numbers up to 2^32 - 1.

__kernel void unsigned_guard(__global const int *a, __global int *b, uint n) /*@cost sectors = 2*ceil(min(n, threads)/8)*/ /*@cost divwarps = [min(n, threads) % 32 != 0]*/ {
  uint i = get_global_id(0);
  if (i < n)
    b[i] = a[i];
}
