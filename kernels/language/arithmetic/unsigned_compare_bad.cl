// expect: race
//--local_size=64 --num_groups=4
// The comparison is signed, so threads with negative i write too, all in the same place.

__kernel void unsigned_compare(__global int *a) {
  const int i = (int)get_global_id(0) - 8;
  const int place = i < 0 ? 0 : i;
  if (i < 240)
    a[place] = i; /*@race*/
}
