// expect: verified
//--local_size=* --num_groups=*
// Gathers rows of a table; a thread for each number of the result.
__global__ void embedding(float *out, const float *table, const long long *ids, int count, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (width < 1 || i >= count * width)
    return;
  int word = i / width;
  int c = i % width;
  long long id = ids[word];
  out[word * width + c] = table[id * width + c];
}
