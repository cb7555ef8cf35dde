// expect: verified
//--local_size=64 --num_groups=*
// The rest is less than w, and that is at most the pitch.
kernel void k(global int *out, int w, int pitch) {
  int x = get_global_id(0);
  if (w <= 0 || w > pitch)
    return;
  int row = x / w;
  int column = x - row * w;
  out[row * pitch + column] = x;
}
