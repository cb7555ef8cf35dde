// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2
// A scan with two barriers in each round.

__kernel void barriers_dear(__global const int *a, __global int *out)
    /*@cost barriers = 13*warps*/ {
  __local int x[64];
  int t = get_local_id(0);
  x[t] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d *= 2) {
    int left = t >= d ? x[t - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[t] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = x[t];
}
