// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2; n 0 5 32 40 200
// The number counts warps.

__kernel void threshold_cheap(__global int *out, int n)
    /*@cost divwarps = 0*/ {
  if ((int)get_local_id(0) / 32 < n)
    out[get_global_id(0)] = 1;
}
