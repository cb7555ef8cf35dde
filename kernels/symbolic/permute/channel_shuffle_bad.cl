// expect: race
//--local_size=[16,16] --num_groups=[*,*]
// The channel is split by the number of groups.
int shuffled(int c, int groups, int channels) {
  int per_group = channels / groups;
  return (c % groups) * groups + c / per_group;
}
kernel void channel_shuffle(global const float *x, global float *y, int groups, int channels, int area) {
  int p = get_global_id(0), c = get_global_id(1);
  if (groups <= 0 || channels < groups || channels % groups != 0)
    return;
  if (p < area && c < channels)
    y[shuffled(c, groups, channels) * area + p] = x[c * area + p]; /*@race*/
}
