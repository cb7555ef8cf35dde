// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// A packed triangle to both halves of a symmetric matrix.
int packed_index(int i, int j) {
  return i * (i + 1) / 2 + j;
}
kernel void unpack(global float *a, int lda, global const float *packed, int n) {
  int col = get_global_id(0);
  int row = get_global_id(1);
  if (row >= n || col > row || lda < n)
    return;
  float v = packed[packed_index(row, col)];
  a[row * lda + col] = v;
  a[col * lda + row] = v;
}
