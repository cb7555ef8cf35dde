// expect: verified
//--local_size=8 --num_groups=1
// All threads see the same padding: they meet at the barrier, or none of them does.
typedef struct {
  char c;
  int n;
} Item;

__kernel void byval_padding(Item s, __global int *p) {
  if (((uchar *)&s)[1] == 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  p[get_local_id(0)] = ((uchar *)&s)[2];
}
