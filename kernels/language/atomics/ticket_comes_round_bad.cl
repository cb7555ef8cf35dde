// expect: race
//--local_size=64 --num_groups=1
// 64 threads advance the counter by 2^28 each: it comes round four times.

__kernel void ticket_comes_round(__global uint *top, __global int *slots) {
  slots[atomic_add(top, 0x10000000u)] = get_local_id(0); /*@race*/
}
