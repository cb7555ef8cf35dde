// expect: race
//--local_size=64 --num_groups=4
// Some threads need a negative number of elements, and write one nevertheless.

__kernel void ticket_amounts(__global int *top, __global const int *need, __global int *heap) {
  const int i = get_global_id(0), n = (need[i] & 15) - 8;
  const int from = atomic_add(top, n);
  heap[from] = i; /*@race*/
}
