// expect: verified
//--local_size=64 --num_groups=4
// Texture references and objects: read-only, any values.

texture<float, cudaTextureType2D, cudaReadModeElementType> older;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> colours;

__global__ void sample(float *p, cudaTextureObject_t newer) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 c = tex2D(colours, i, 0);
  p[i] = tex2D(older, i, 1) + tex2D<float>(newer, i, 1) + c.x + tex1Dfetch<float>(newer, i) +
         tex2DGrad<float>(newer, i, 1, make_float2(0, 1), make_float2(1, 0));
}
