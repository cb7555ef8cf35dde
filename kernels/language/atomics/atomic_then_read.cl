// expect: verified
//--local_size=64 --num_groups=16
// The result of the atomics is read after a barrier.

__kernel void atomic_then_read(__global int *out) {
  __local int sum;
  const int lid = get_local_id(0);
  if (lid == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, lid);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}
