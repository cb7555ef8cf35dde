// expect: race
//--local_size=[16,16] --num_groups=[1,1]
// The sum alone does not tell the threads of a diagonal apart.

__kernel void diagonal(__global int *a) {
  const int x = get_local_id(0), y = get_local_id(1);
  a[x + y] = y; /*@race*/
}
