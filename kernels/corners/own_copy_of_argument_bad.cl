// expect: race
//--local_size=64 --num_groups=4
// The window's own length is free.
struct Window {
  int first, length;
};

__kernel void own_copy(__global int *a, struct Window w) {
  w.first += 4 * (int)get_global_id(0);
  for (int k = 0; k < w.length; ++k)
    a[w.first + k] = k; /*@race*/
}
