// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// Channel shuffle; one axis of the launch has the pixels, the other one the channels.
int shuffled(int c, int groups, int channels) {
  int per_group = channels / groups;
  return (c % per_group) * groups + c / per_group;
}
kernel void channel_shuffle(global const float *x, global float *y, int groups, int channels, int area) {
  int p = get_global_id(0), c = get_global_id(1);
  if (groups <= 0 || channels < groups || channels % groups != 0)
    return;
  if (p < area && c < channels)
    y[shuffled(c, groups, channels) * area + p] = x[c * area + p];
}
