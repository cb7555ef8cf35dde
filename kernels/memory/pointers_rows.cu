// expect: unsupported
//--blockDim=64 --gridDim=8
// One pointer for each block, read from memory: a verdict needs to know where it leads, the count does not.

__global__ void pointers_rows(float **rows, float *out) {
  const float *row = rows[blockIdx.x];                   /*@sectors 1*/
  const float x = row[threadIdx.x];                      /*@unsupported*/ /*@sectors 4..5*/
  out[blockIdx.x * 64 + threadIdx.x] = x;                /*@sectors 4*/
}
