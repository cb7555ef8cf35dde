// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Three bytes, aligned to one: three requests, each of three sectors.

__global__ void triples_of_bytes(const uchar3 *a, uchar3 *b)
    /*@cost requests = 6*warps*/ /*@cost sectors = 18*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
