// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Six packed bytes are copied byte by byte: six requests of six sectors each way.

struct __attribute__((packed)) Record {
  short tag;
  int number;
};

__global__ void packed_copied(const Record *a, Record *b)
    /*@cost requests = 12*warps*/ /*@cost sectors = 72*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
