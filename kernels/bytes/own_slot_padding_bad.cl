// expect: race
//--local_size=8 --num_groups=1
// The bytes of padding that the structure takes along are any.
typedef struct { char c; int i; } Padded;

__kernel void own_slot_padding(__global Padded *slots, __global int *out) {
  const int i = get_local_id(0);
  Padded p;
  p.c = 1;
  p.i = 2;
  slots[i] = p;
  if (((__global char *)&slots[i])[1] == 3)
    out[0] = i; /*@race*/
}
