// expect: verified
//--local_size=32 --num_groups=*
// loose: conflicts: s * t may come round to the same word, for s that these runs leave out
// runs: local 32; groups 1 2; s 0..70
// Words of group memory that lie s apart.

__kernel void local_stride(__global int *b, uint s) /*@cost conflicts = warps*[s != 0]*(gcd(s, 32) - 1)*/ /*@cost sectors = 4*warps*/ {
  __local int x[4096];
  uint t = get_local_id(0);
  for (uint j = t; j < 4096; j += 32)
    x[j] = j;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] = x[(s * t) % 4096];
}
