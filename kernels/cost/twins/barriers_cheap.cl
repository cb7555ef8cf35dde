// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2
// Two buffers that change places need one.

__kernel void barriers_cheap(__global const int *a, __global int *out)
    /*@cost barriers = 7*warps*/ {
  __local int x[2][64];
  int t = get_local_id(0), from = 0;
  x[0][t] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d *= 2) {
    x[1 - from][t] = x[from][t] + (t >= d ? x[from][t - d] : 0);
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = x[from][t];
}
