// expect: verified
//--local_size=4 --num_groups=1
// Rows of a table are permutations of different cells.
__constant int cells[2][4] = {{3, 1, 2, 0}, {4, 7, 5, 6}};
__kernel void two_dimensional(__global int *g) {
  const int t = get_local_id(0);
  g[cells[0][t]] = t;
  g[cells[1][t]] = t;
}
