// expect: verified
//--local_size=256 --num_groups=*
// runs: local 64 128 256 512 1024; groups 1 2
// The last halving is left to the thread that writes (reduce2a of [MH21]).

__kernel void reduce_short(__global const int *a, __global int *b)
    /*@cost sectors = groups*(local/8 + 1)*/ /*@cost conflicts = 0*/ /*@cost divwarps = 5*groups*/ {
  __local int x[1024];
  uint t = get_local_id(0), size = get_local_size(0);
  x[t] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = size / 2; s > 1; s /= 2) {
    if (t < s)
      x[t] += x[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    b[get_group_id(0)] = x[0] + x[1];
}
