// expect: race
// A linear id counts through the rows, of which the kernel speaks.

__kernel void linear(__global int *d, int rows) {
  int id = get_local_linear_id();
  if (get_local_id(1) < rows)
    d[get_global_id(0)] = id; /*@race*/
}
