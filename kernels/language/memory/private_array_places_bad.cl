// expect: race
//--local_size=64 --num_groups=4
// The second offset belongs to the next thread.

__kernel void private_array_places(__global int *out) {
  const int i = get_global_id(0);
  int places[2];
  places[0] = 2 * i;
  places[1] = 2 * i + 2;
  out[places[1]] = i; /*@race*/
  out[places[0]] = -i; /*@race*/
}
