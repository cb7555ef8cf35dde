// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A copy that begins one sector late.

__kernel void aligned_cheap(__global const int *a, __global int *out)
    /*@cost sectors = 8*warps*/ {
  int i = get_global_id(0);
  out[i + 8] = a[i + 8];
}
