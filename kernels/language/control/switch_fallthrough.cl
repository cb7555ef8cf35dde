// expect: verified
//--local_size=64 --num_groups=4
// Cases fall through: a thread fills its row from its own column to the end.

__kernel void switch_fallthrough(__global int *out) {
  const int i = get_global_id(0);
  switch (i % 4) {
  case 0:
    out[4 * i] = i;
  case 1:
    out[4 * i + 1] = i;
  case 2:
    out[4 * i + 2] = i;
  case 3:
    out[4 * i + 3] = i;
  }
}
