// expect: race
//--local_size=64 --num_groups=4
// A forgotten break: case 0 falls into the writing of the shared total.

__kernel void switch_fallthrough(__global int *out, __global int *total) {
  const int i = get_global_id(0);
  switch (i % 64) {
  case 0:
    out[i] = i;
  case 63:
    total[get_group_id(0)] = i; /*@race*/
    break;
  default:
    out[i] = -i;
  }
}
