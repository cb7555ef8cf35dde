// expect: race
//--local_size=64 --num_groups=2
// Accesses between branches that change none of their offsets: one site each for all reads, and for all writes.
#define ROUND(i) v += b[g + (i)]; if (n > (i)) v = v * 2 + (i); a[g * 95 + (i)] = v;
#define FOUR(i) ROUND(i) ROUND((i) + 1) ROUND((i) + 2) ROUND((i) + 3)
#define SIXTEEN(i) FOUR(i) FOUR((i) + 4) FOUR((i) + 8) FOUR((i) + 12)
__kernel void many_branches_bad(__global int *a, __global const int *b, int n) {
  int v = 0;
  int g = get_global_id(0);
  SIXTEEN(0) SIXTEEN(16) SIXTEEN(32) SIXTEEN(48) SIXTEEN(64) SIXTEEN(80)
}
