// expect: verified
//--local_size=64 --num_groups=4
// Each thread draws a place from an atomic counter, behind whose reset a barrier stands, and keeps it over a barrier.

__kernel void ticket(__global const int *in, __global int *out) {
  __local int count;
  __local int kept[128];
  const int lid = get_local_id(0);
  if (lid == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int slot = atomic_add(&count, 2);
  kept[slot] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  kept[slot + 1] = kept[slot];
}
