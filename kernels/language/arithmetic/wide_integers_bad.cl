// expect: race
//--local_size=64 --num_groups=4
// Odd threads step back to the place of the thread before them.

__kernel void wide_integers(__global int *out) {
  const long i = get_global_id(0);
  out[2 * i + 2 * ((-i) % 2) + 1] = (int)i; /*@race*/
}
