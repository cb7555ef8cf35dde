// expect: race
//--local_size=8 --num_groups=1
// The value that was stored has moved on when the slot is read.
__kernel void own_slot_assigned(__global int *slots, __global int *out, int n) {
  const int i = get_local_id(0);
  for (int k = 0; k < n; k++) {
    slots[i] = k;
    k++;
    if (slots[i] != k)
      out[0] = i; /*@race*/
  }
}
