// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A packed struct is aligned to bytes: its number is loaded and stored byte by byte. A warp's 160 bytes are 5 sectors.

struct __attribute__((packed)) Record {
  char tag;
  int number;
};

__global__ void struct_packed(Record *a) /*@cost requests = 8*warps*/ /*@cost sectors = 40*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  a[t].number += t;
}
