// expect: divergence
//--blockDim=2 --gridDim=2
// Found by `oracle bytes` (seed 1007610): two reads of one byte that nobody has written were one value.
typedef struct { char a[2]; ushort b0 : 12; ushort b1 : 13; ushort b2 : 14; int c; } S0;
typedef union { S0 s; uchar b[sizeof(S0)]; } U0;
static __device__ U0 f0(U0 x) { int t = 1; (void)t; x.s.b1 = 1; return x; }
extern "C" __global__ void k0(int *out, uchar *g) {
  int t = (int)threadIdx.x;
  int id = (int)blockIdx.x * 2 + t;
  U0 x, y;
  U0 z[2];
  if ((uint)(x.b[10 % sizeof(S0)] + 256 * x.b[10 % sizeof(S0)]) == 256u && t == 0) __syncthreads();
}

