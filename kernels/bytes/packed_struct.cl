// expect: verified
//--local_size=8 --num_groups=1
// A packed structure has seven bytes and no padding.
typedef struct __attribute__((packed)) {
  char c;
  int i;
  short s;
} Packed;

__kernel void packed_struct(__global Packed *p, __global uchar *q) {
  int t = get_local_id(0);
  *(__global Packed *)(q + 7 * t) = p[t];
}
