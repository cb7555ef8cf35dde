// expect: race
//--local_size=64 --global_size=1024
// The total is taken for 512.

__kernel void global_size(__global int *a) {
  a[get_global_id(0) % 512] = get_global_id(0); /*@race*/
}
