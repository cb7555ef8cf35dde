// expect: verified
// today: unknown (no answer within the time: digits and sizes in arrays)
//--local_size=256 --num_groups=*
// The order of the axes is a template's, the sizes are an array in a structure.
struct Sizes {
  int of[4];
};
template <int P0, int P1, int P2, int P3>
__global__ void permute(float *out, const float *in, Sizes sizes, int count) {
  const int order[4] = {P0, P1, P2, P3};
  int total = sizes.of[0] * sizes.of[1] * sizes.of[2] * sizes.of[3];
  if (count > total)
    count = total;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int at[4], rest = i;
#pragma unroll
  for (int k = 3; k > 0; --k) {
    at[k] = rest % sizes.of[k];
    rest /= sizes.of[k];
  }
  at[0] = rest;
  int place = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    place = place * sizes.of[order[k]] + at[order[k]];
  out[place] = in[i];
}
template __global__ void permute<0, 3, 1, 2>(float *, const float *, Sizes, int);
