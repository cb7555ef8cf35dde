// expect: verified
//--local_size=64 --num_groups=4
// An allocator: each thread takes as many elements as it needs.

__kernel void ticket_amounts(__global uint *top, __global const uint *need, __global uint *heap) {
  const uint i = get_global_id(0), n = need[i] & 15;
  const uint from = atomic_add(top, n);
  for (uint k = 0; k < n; k++)
    heap[from + k] = i;
}
