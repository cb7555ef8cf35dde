// expect: verified
//--local_size=256 --num_groups=*
// runs: local 32 256; groups 1 3; n 0 1 7 8 31 32 33 64 95 96 250 256 700 767 768 800
// c = a + b (vectorAdd of [MH21]).

__kernel void vector_sum(__global const float *a, __global const float *b, __global float *c, int n)
    /*@cost sectors = 3*ceil(clamp(n, 0, threads)/8)*/ /*@cost conflicts = 0*/ /*@cost divwarps = [clamp(n, 0, threads) % 32 != 0]*/ {
  int i = get_global_id(0);
  if (i < n)
    c[i] = a[i] + b[i];
}
