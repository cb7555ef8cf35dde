// expect: race
//--local_size=4 --num_groups=1
// The second row has a cell of the first.
__constant int cells[2][4] = {{3, 1, 2, 0}, {4, 7, 3, 6}};
__kernel void two_dimensional(__global int *g) {
  const int t = get_local_id(0);
  g[cells[0][t]] = t; /*@race*/
  g[cells[1][t]] = t; /*@race*/
}
