// expect: race
//--local_size=64 --num_groups=16
// The inner loop advances by the size of a group, into the elements of the next one.

__kernel void nested_steps(__global int *out, int n, int m) {
  int at = get_global_id(0);
  for (int i = 0; i < n; i++) {
    out[at] = i; /*@race*/
    for (int j = 0; j < m; j++) {
      at += get_local_size(0);
      out[at] = i + j; /*@race*/
    }
  }
}
