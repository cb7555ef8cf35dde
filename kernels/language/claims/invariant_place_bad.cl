// expect: race
//--local_size=64 --num_groups=4
// The place starts in rows of 15.

__kernel void invariant_place(__global int *out, int n) {
  const int i = get_global_id(0);
  int place = 15 * i;
  for (int j = 0; __invariant(place == 15 * i + j), j < 16; ++j) {
    out[place] = j; /*@race*/
    ++place;
  }
}
