// expect: verified
//--local_size=64 --num_groups=4
// A struct passed by value is each thread's own copy, as are scalar parameters.
struct Window {
  int first, length;
};

__kernel void own_copy(__global int *a, struct Window w, int n) {
  w.first += 4 * (int)get_global_id(0);
  n = w.first;
  w.length = 4;
  for (int k = 0; k < w.length; ++k)
    a[n + k] = k;
}
