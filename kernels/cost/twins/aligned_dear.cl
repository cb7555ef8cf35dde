// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A copy that begins one element late.

__kernel void aligned_dear(__global const int *a, __global int *out)
    /*@cost sectors = 10*warps*/ {
  int i = get_global_id(0);
  out[i + 1] = a[i + 1];
}
