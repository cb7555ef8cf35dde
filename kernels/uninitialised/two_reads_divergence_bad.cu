// expect: divergence
//--blockDim=2 --gridDim=2
// A structure whose last byte nobody has written; no value of it alone makes the sum 256.
struct Packed {
  char name[2];
  unsigned short first : 12;
  unsigned short second : 13;
  int count;
};
union View {
  Packed packed;
  unsigned char byte[sizeof(Packed)];
};

__global__ void two_reads() {
  View x;
  if (x.byte[10] + 256 * x.byte[10] == 256 && threadIdx.x == 0)
    __syncthreads(); /*@divergence*/
}
