// expect: race
//--local_size=* --num_groups=*
// The heads are counted by the heads of the keys, which are fewer.
__global__ void rope(float2 *q, const float *cosines, const float *sines, int tokens, int heads, int key_heads,
                     int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (pairs <= 0 || heads <= 0 || key_heads <= 0 || i >= tokens * heads * pairs)
    return;
  int p = i % pairs;
  int h = i / pairs % heads;
  int t = i / (pairs * heads);
  float c = cosines[t * pairs + p], s = sines[t * pairs + p];
  float2 *at = q + (t * key_heads + h) * pairs + p;
  float2 v = *at;
  *at = make_float2(v.x * c - v.y * s, v.x * s + v.y * c); /*@race*/
}
