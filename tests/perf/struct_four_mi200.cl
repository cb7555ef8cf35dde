//--local_size=256 --num_groups=64
// target: mi200
// Global memory takes at once what is aligned to four bytes; group memory does not.
typedef struct {
  float x, y, z, w;
} Point;

__kernel void points(__global Point *a) {
  __local Point tile[256];
  int t = get_local_id(0);
  Point p = a[t];  /*@sectors 16*/
  tile[t] = p;     /*@wavefronts 8*/ /*@banks 4*/
  barrier(CLK_LOCAL_MEM_FENCE);
  Point q = tile[255 - t]; /*@wavefronts 8*/
  a[t] = q;                /*@sectors 16*/
}
