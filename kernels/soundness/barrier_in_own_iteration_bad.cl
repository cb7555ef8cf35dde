// expect: divergence
//--local_size=64 --num_groups=1
// All threads wait at one barrier, each in an iteration of its own.
__kernel void barrier_in_own_iteration(__global int *out, int n) {
  for (int i = 0;; ++i)
    if (i == (int)get_local_id(0)) {
      barrier(CLK_GLOBAL_MEM_FENCE); /*@divergence*/
      out[i] = n;
      if (n > 5)
        return;
    }
}
