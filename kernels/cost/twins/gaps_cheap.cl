// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2
// Results side by side.

__kernel void gaps_cheap(__global int *out)
    /*@cost sectors = 4*warps*/ {
  out[get_global_id(0)] = 1;
}
