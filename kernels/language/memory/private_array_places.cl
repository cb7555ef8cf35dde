// expect: verified
//--local_size=64 --num_groups=4
// Offsets kept in a private array come back as they were stored.

__kernel void private_array_places(__global int *out) {
  const int i = get_global_id(0);
  int places[2];
  places[0] = 2 * i;
  places[1] = 2 * i + 1;
  out[places[1]] = i;
  out[places[0]] = -i;
}
