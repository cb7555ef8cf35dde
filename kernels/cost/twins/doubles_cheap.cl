// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2
// A pair at once.

__kernel void doubles_cheap(__global const double2 *a, __global double *out)
    /*@cost requests = 2*warps*/ /*@cost sectors = 24*warps*/ {
  int i = get_global_id(0);
  double2 both = a[i];
  out[i] = both.x + both.y;
}
