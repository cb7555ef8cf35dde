// expect: race
//--local_size=8 --num_groups=1
// The second write goes to a place of its own, which may be that of the first.
__kernel void own_slot_elsewhere(__global int *slots, __global int *out, uint at) {
  const uint i = get_local_id(0);
  slots[16 * i] = 1;
  slots[16 * i + (at & 15)] = 2;
  if (slots[16 * i] != 1)
    out[0] = i; /*@race*/
}
