// expect: verified
//--local_size=64 --num_groups=4
// All threads count down: tickets as good as those of counting up.

__kernel void ticket_down(__global int *top, __global int *slots) {
  slots[atomic_dec(top)] = get_local_id(0);
  slots[atomic_sub(top, 1)] = get_local_id(0);
}
