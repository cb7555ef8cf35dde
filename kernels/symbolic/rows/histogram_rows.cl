// expect: verified
//--local_size=* --num_groups=*
// A histogram of each row, in global memory; the group's number is the row.
kernel void histogram_rows(global int *bins, global const int *data, int cols, int nbins) {
  if (nbins < 1)
    return;
  int row = get_group_id(0);
  global int *own = bins + (long)row * nbins;
  for (int b = get_local_id(0); b < nbins; b += get_local_size(0))
    own[b] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int c = get_local_id(0); c < cols; c += get_local_size(0)) {
    int v = data[(long)row * cols + c];
    if (v >= 0 && v < nbins)
      atomic_add(&own[v], 1);
  }
}
