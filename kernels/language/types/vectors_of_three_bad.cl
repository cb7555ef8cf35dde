// expect: race
//--local_size=64 --num_groups=4
// Written as if it took the room of three.

__kernel void vectors_of_three(__global int *a) {
  const int i = get_global_id(0);
  __global int3 *v = (__global int3 *)(a + 3 * (i / 2));
  v[0] = (int3)(i, i + 1, i + 2); /*@race*/
}
