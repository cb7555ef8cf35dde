// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2; n 0 1 5 16
// What all lanes share is read in each round.

__kernel void hoisted_dear(__global const volatile int *a, __global int *out, uint n)
    /*@cost sectors = warps*(n + 4)*/ {
  int sum = 0;
  for (uint j = 0; j < n; ++j)
    sum += a[0] * j;
  out[get_global_id(0)] = sum;
}
