// expect: verified
//--local_size=64 --num_groups=4
// An index that passes through long multiplication, division and remainder and a negative remainder.

__kernel void wide_integers(__global int *out) {
  const long i = get_global_id(0);
  const long scaled = i * 1000003L;
  const long back = scaled / 1000003L;
  out[2 * back + (-i) % 2 + 1] = (int)i;
}
