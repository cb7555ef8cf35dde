// expect: race
//--local_size=* --num_groups=*
// Scatters where it should gather: equal words meet.
__global__ void embedding(float *out, const float *table, const long long *ids, int count, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (width < 1 || i >= count * width)
    return;
  int word = i / width;
  int c = i % width;
  long long id = ids[word];
  out[id * width + c] = table[word * width + c]; /*@race*/
}
