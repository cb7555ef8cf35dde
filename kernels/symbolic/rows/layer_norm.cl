// expect: verified
//--local_size=64 --num_groups=*
// Layer norm in place: a group for each row; the row's numbers wait in private sums.
__kernel void layer_norm(__global float *x, __global const float *gain, const uint n, const float eps) {
  __local float sums[64];
  __local float squares[64];
  const uint lid = get_local_id(0);
  if (n > 65536)
    return;
  __global float *row = x + get_group_id(0) * (size_t)n;
  float sum = 0, square = 0;
  for (uint i = lid; i < n; i += 64) {
    sum += row[i];
    square += row[i] * row[i];
  }
  sums[lid] = sum;
  squares[lid] = square;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 32; s > 0; s >>= 1) {
    if (lid < s) {
      sums[lid] += sums[lid + s];
      squares[lid] += squares[lid + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const float mean = sums[0] / n;
  const float inv = rsqrt(squares[0] / n - mean * mean + eps);
  for (uint i = lid; i < n; i += 64)
    row[i] = (row[i] - mean) * inv * gain[i];
}
