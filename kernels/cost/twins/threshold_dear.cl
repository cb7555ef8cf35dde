// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2; n 0 5 32 40 200
// Lanes beyond a number that the host gives leave.

__kernel void threshold_dear(__global int *out, int n)
    /*@cost divwarps = groups*[clamp(n, 0, local) % 32 != 0]*/ {
  if ((int)get_local_id(0) < n)
    out[get_global_id(0)] = 1;
}
