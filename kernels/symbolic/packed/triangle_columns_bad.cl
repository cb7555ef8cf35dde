// expect: race
//--local_size=64 --num_groups=*
// A column has an element too many.
kernel void add_columns(global float *ap, global const float *x, int n) {
  for (int j = get_global_id(0); j < n; j += get_global_size(0)) {
    global float *column = ap + j * (j + 1) / 2;
    for (int i = 0; i <= j + 1; ++i)
      column[i] += x[i] * x[j]; /*@race*/
  }
}
