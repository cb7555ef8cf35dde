// expect: race
//--local_size=128 --num_groups=*
// The next round overwrites the winner before all have read it.
#define NT 128
struct Entry {
  float value;
  int place;
};
__global__ void top_k(float *values, int *places, const float *in, int cols, int k) {
  __shared__ Entry best[NT];
  int tid = threadIdx.x;
  const float *row = in + (long long)blockIdx.x * cols;
  Entry last = {INFINITY, -1};
  for (int round = 0; round < k; ++round) {
    Entry mine = {-INFINITY, cols};
    for (int c = tid; c < cols; c += NT)
      if (row[c] > mine.value && (row[c] < last.value || (row[c] == last.value && c > last.place))) {
        mine.value = row[c];
        mine.place = c;
      }
    best[tid] = mine; /*@race*/
    __syncthreads();
    for (int s = NT / 2; s > 0; s /= 2) {
      if (tid < s && best[tid + s].value > best[tid].value)
        best[tid] = best[tid + s];
      __syncthreads();
    }
    last = best[0]; /*@race*/
    if (tid == 0) {
      values[(long long)blockIdx.x * k + round] = last.value;
      places[(long long)blockIdx.x * k + round] = last.place;
    }
  }
}
