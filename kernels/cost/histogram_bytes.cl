// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64 256; groups 1 2; d=zero:2000 d=iota:2000 d=random:1:2000 d=random:2:2000 d=steps:32:256:512
// Bins of group memory that bytes choose: at most 8 of 256 lie on a bank.

__kernel void histogram_bytes(__global const uchar *d) /*@cost sectors = warps*/ /*@cost conflicts = 0..7*warps*/ /*@cost divwarps = 0*/ {
  __local int x[256];
  for (int k = get_local_id(0); k < 256; k += get_local_size(0))
    x[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&x[d[get_global_id(0)]]);
}
