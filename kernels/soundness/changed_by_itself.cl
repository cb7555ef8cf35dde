// expect: verified
//--local_size=64 --num_groups=1
// Two reads of one cell of an array that the kernel writes, and a write in between; each thread has a place of its own for what it makes of it.
__kernel void changed_by_itself(__global int *cells, __global int *out) {
  int t = get_local_id(0);
  int before = cells[t];
  cells[t] = before + 1;
  int after = cells[t];
  if (after != before)
    out[t] = after;
}
