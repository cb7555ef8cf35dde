// expect: verified
//--local_size=64 --num_groups=1
// All threads wait at one barrier, in the same iteration.
__kernel void barrier_in_own_iteration(__global int *out, int n, int which) {
  for (int i = 0;; ++i)
    if (i == which) {
      barrier(CLK_GLOBAL_MEM_FENCE);
      out[get_local_id(0)] = n;
      if (n > 5)
        return;
    }
}
