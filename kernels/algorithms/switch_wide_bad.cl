// expect: race
//--local_size=64 --num_groups=4
// One of 513 cases updates the next thread's cell.
#define C1(i)                                                                                                          \
  case i:                                                                                                              \
    v += (i) * n;                                                                                                      \
    out[t] = v;                                                                                                        \
    break;
#define C8(i) C1(i) C1(i + 1) C1(i + 2) C1(i + 3) C1(i + 4) C1(i + 5) C1(i + 6) C1(i + 7)
#define C64(i) C8(i) C8(i + 8) C8(i + 16) C8(i + 24) C8(i + 32) C8(i + 40) C8(i + 48) C8(i + 56)
#define C512(i) C64(i) C64(i + 64) C64(i + 128) C64(i + 192) C64(i + 256) C64(i + 320) C64(i + 384) C64(i + 448)
__kernel void step(__global int *out, __global const int *code, int n) {
  size_t t = get_global_id(0);
  int v = 0;
  switch (code[t]) {
    C512(0)
  case 512:
    out[t + 1] = v;
  }
  out[t] += v;
}
