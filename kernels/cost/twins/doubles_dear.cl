// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2
// Both halves of a pair of doubles, lane by lane.

__kernel void doubles_dear(__global const volatile double *a, __global double *out)
    /*@cost requests = 3*warps*/ /*@cost sectors = 40*warps*/ {
  int i = get_global_id(0);
  out[i] = a[2 * i] + a[2 * i + 1];
}
