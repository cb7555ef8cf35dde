// expect: race
//--local_size=64 --num_groups=1
// Two reads of one cell of an array that the kernel writes, and a write in between: the second value is another one.
__kernel void changed_by_itself(__global int *cells, __global int *out, int n) {
  int t = get_local_id(0);
  int before = cells[t];
  if (n > 3)
    cells[t] = before + 1;
  int after = cells[t];
  if (after != before)
    out[0] = t; /*@race*/
}
