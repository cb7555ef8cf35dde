// expect: verified
//--local_size=[64,4] --num_groups=[4,1]
// Only the threads of row zero write: the others differ from them in a dimension the index ignores.

__kernel void ids_unused(__global int *a) {
  if (get_local_id(1) == 0)
    a[get_global_id(0)] = get_local_id(0);
}
