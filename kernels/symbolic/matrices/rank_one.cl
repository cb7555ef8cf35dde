// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// A += alpha x y^T; the strides of both vectors and the pitch are parameters.
kernel void ger(int m, int n, float alpha, global const float *x, int incx, global const float *y, int incy,
                global float *A, int lda) {
  if (lda < n)
    return;
  int j = get_global_id(0);
  int i = get_global_id(1);
  if (i < m && j < n)
    A[i * lda + j] += alpha * x[i * incx] * y[j * incy];
}
