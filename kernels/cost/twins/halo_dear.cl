// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2
// Three neighbours, each from global memory.

__kernel void halo_dear(__global const volatile int *a, __global int *out)
    /*@cost sectors = warps*(4 + 5 + 5 + 4)*/ {
  int i = get_global_id(0);
  out[i] = a[i] + a[i + 1] + a[i + 2];
}
