//--local_size=256 --num_groups=64
// A struct that is aligned to four bytes is four requests, each of which touches what all of them do.
typedef struct {
  float x, y, z, w;
} Point;

__kernel void points(__global Point *a) {
  __local Point tile[256];
  int t = get_local_id(0);
  Point p = a[t];  /*@sectors 16*/
  tile[t] = p;     /*@wavefronts 4*/ /*@banks 4*/
  barrier(CLK_LOCAL_MEM_FENCE);
  Point q = tile[255 - t]; /*@wavefronts 4*/
  a[t] = q;                /*@sectors 16*/
}
