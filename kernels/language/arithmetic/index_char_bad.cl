// expect: race
//--local_size=256 --num_groups=1
// Its absolute value does not tell 1 from 255.

__kernel void index_char(__global int *out) {
  const char c = (char)get_local_id(0);
  out[c < 0 ? -c : c] = get_local_id(0); /*@race*/
}
