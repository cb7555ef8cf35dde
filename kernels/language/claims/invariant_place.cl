// expect: verified
//--local_size=64 --num_groups=4
// An invariant that relates a running place to the thread: both advance by the same steps.

__kernel void invariant_place(__global int *out, int n) {
  const int i = get_global_id(0);
  int place = 16 * i;
  for (int j = 0; __invariant(place == 16 * i + j), j < 16; ++j) {
    out[place] = j;
    ++place;
  }
}
