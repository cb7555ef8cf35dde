// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// Computed in place: neighbours are read while they change.
int at(int x, int y, int w, int h) {
  return clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1);
}
kernel void heat(global float *next, global const float *now, int w, int h, float k) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= w || y >= h)
    return;
  float c = next[y * w + x];
  float sum = next[at(x - 1, y, w, h)];
  sum += next[at(x + 1, y, w, h)];
  sum += next[at(x, y - 1, w, h)];
  sum += next[at(x, y + 1, w, h)];
  next[y * w + x] = c + k * (sum - 4 * c); /*@race*/
}
