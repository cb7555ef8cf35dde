// expect: verified
//--local_size=64 --num_groups=*
// A packed upper triangle by columns; the work-items stride over the columns.
kernel void add_columns(global float *ap, global const float *x, int n) {
  for (int j = get_global_id(0); j < n; j += get_global_size(0)) {
    global float *column = ap + j * (j + 1) / 2;
    for (int i = 0; i <= j; ++i)
      column[i] += x[i] * x[j];
  }
}
