// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2
// They come once, through group memory.

__kernel void halo_cheap(__global const int *a, __global int *out)
    /*@cost sectors = warps*(4 + 4) + groups*/ {
  __local int tile[66];
  int i = get_global_id(0), t = get_local_id(0);
  tile[t] = a[i];
  if (t < 2)
    tile[64 + t] = a[i + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[t] + tile[t + 1] + tile[t + 2];
}
