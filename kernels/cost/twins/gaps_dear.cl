// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2
// Results a row apart.

__kernel void gaps_dear(__global int *out)
    /*@cost sectors = 32*warps*/ {
  out[get_global_id(0) * 32] = 1;
}
