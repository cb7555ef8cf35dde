// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2; n 0 1 5 16
// It is read once.

__kernel void hoisted_cheap(__global const volatile int *a, __global int *out, uint n)
    /*@cost sectors = warps*(1 + 4)*/ {
  int sum = 0, own = a[0];
  for (uint j = 0; j < n; ++j)
    sum += own * j;
  out[get_global_id(0)] = sum;
}
