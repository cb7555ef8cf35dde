//--local_size=16,16 --num_groups=4,4
// paper
// The paper's rules look at x alone: y is the same for all threads, and one thread is one x.
__kernel void blocks(__global float *a) {
  int x = get_local_id(0), y = get_local_id(1);
  a[1024 * y + x] = 1;
  a[1001 * y + x] = 1;
  a[1024 * x + y] = 1; /*@paper*/
  if (x == 0)
    a[1024 * y] = 1;
  if (x == 0)
    a[1024 * x] = 1;
  if (y == 0)
    a[1024 * x] = 1; /*@paper*/
}
