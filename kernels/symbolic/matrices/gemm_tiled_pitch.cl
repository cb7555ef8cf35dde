// expect: verified
//--local_size=[8,8] --num_groups=[*,*]
// A tiled product; the rows of the result have a pitch that is checked.
#define TS 8
__kernel void gemm(const int M, const int N, const int K, const __global float *A, const __global float *B,
                   __global float *C, const int ldc) {
  const int row = get_local_id(1);
  const int col = get_local_id(0);
  const int globalRow = TS * get_group_id(1) + row;
  const int globalCol = TS * get_group_id(0) + col;
  __local float Asub[TS][TS];
  __local float Bsub[TS][TS];
  if (ldc < N)
    return;
  float acc = 0.0f;
  for (int t = 0; t < K; t += TS) {
    Asub[row][col] = globalRow < M && t + col < K ? A[globalRow * K + t + col] : 0.0f;
    Bsub[row][col] = globalCol < N && t + row < K ? B[(t + row) * N + globalCol] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TS; k++)
      acc += Asub[row][k] * Bsub[k][col];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (globalRow < M && globalCol < N)
    C[globalRow * ldc + globalCol] = acc;
}
