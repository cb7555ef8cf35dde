// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Eight bytes that are aligned to four, and copied as a whole: two requests each way.

struct Entry {
  int key;
  char flag;
};

__global__ void struct_of_bytes_and_word(const Entry *a, Entry *b) /*@cost requests = 4*warps*/ /*@cost sectors = 32*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  b[t] = a[t];
}
