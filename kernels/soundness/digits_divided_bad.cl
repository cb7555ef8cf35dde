// expect: race
//--local_size=64 --num_groups=*
// With w = 0 the quotient is any value, the rest is x itself, and goes beyond the pitch.
kernel void k(global int *out, int w, int pitch) {
  int x = get_global_id(0);
  if (w < 0 || w > pitch)
    return;
  int row = x / w;
  int column = x - row * w;
  out[row * pitch + column] = x; /*@race*/
}
