// expect: race
//--local_size=8 --num_groups=1
// The address of a by-value parameter as bytes: the second one is padding, and the host's.
typedef struct {
  char c;
  int n;
} Item;

__kernel void byval_padding(Item s, __global int *p) {
  if (((uchar *)&s)[1] == 3)
    p[0] = get_local_id(0); /*@race*/
}
