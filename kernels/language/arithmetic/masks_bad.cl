// expect: race
//--local_size=64 --num_groups=4
// One bit is dropped on the way.

__kernel void masks(__global int *out) {
  const int i = get_global_id(0);
  const int swapped = ((i & 0x0f) << 4) | ((i & 0xe0) >> 4);
  out[swapped] = i; /*@race*/
}
