// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// A step of heat on a plane of known sizes; outside it is as warm as the border.
int at(int x, int y, int w, int h) {
  return clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1);
}
kernel void heat(global float *next, global const float *now, int w, int h, float k) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= w || y >= h)
    return;
  float c = now[y * w + x];
  float sum = now[at(x - 1, y, w, h)] + now[at(x + 1, y, w, h)];
  sum += now[at(x, y - 1, w, h)] + now[at(x, y + 1, w, h)];
  next[y * w + x] = c + k * (sum - 4 * c);
}
