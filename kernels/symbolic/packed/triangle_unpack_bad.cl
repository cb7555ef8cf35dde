// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// The pitch may be shorter than a row.
int packed_index(int i, int j) {
  return i * (i + 1) / 2 + j;
}
kernel void unpack(global float *a, int lda, global const float *packed, int n) {
  int col = get_global_id(0);
  int row = get_global_id(1);
  if (row >= n || col > row || lda < n - 1)
    return;
  float v = packed[packed_index(row, col)];
  a[row * lda + col] = v; /*@race*/
  a[col * lda + row] = v; /*@race*/
}
