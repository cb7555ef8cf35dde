// expect: race
//--local_size=1024 --num_groups=1
// Rows of 1023: only the first and the last thread ever meet, in different rounds.

__kernel void rare_pair(__global int *a, int rows) {
  const int lid = get_local_id(0);
  for (int r = 0; r < rows; ++r)
    a[1023 * r + lid] = lid; /*@race*/
}
