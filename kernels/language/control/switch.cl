// expect: verified
//--local_size=64 --num_groups=4
// A switch on the thread id: four disjoint columns.

__kernel void switch_on_id(__global int *out) {
  const int i = get_global_id(0);
  switch (i & 3) {
  case 0:
    out[4 * i] = 1;
    break;
  case 1:
    out[4 * i + 1] = 2;
    break;
  case 2:
    out[4 * i + 2] = 3;
    break;
  default:
    out[4 * i + 3] = 4;
  }
}
