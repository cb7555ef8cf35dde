// expect: race
//--local_size=[64,4] --num_groups=[4,1]
// All four rows write the same places.

__kernel void ids_unused(__global int *a) {
  a[get_global_id(0)] = get_local_id(1); /*@race*/
}
