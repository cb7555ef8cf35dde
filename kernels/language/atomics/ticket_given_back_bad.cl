// expect: race
//--local_size=64 --num_groups=1
// Who gives its ticket back lets the next one have the same.

__kernel void ticket_given_back(__global int *top, __global int *slots) {
  const int k = atomic_inc(top);
  slots[k] = get_local_id(0); /*@race*/
  atomic_sub(top, 1);
}
