// expect: race
//--local_size=* --num_groups=*
// A length that is the capacity is let through.
kernel void kv_append(global float *cache, global const float *row, global const int *length, int sequences,
                      int capacity, int width) {
  if (width < 1 || capacity < 1)
    return;
  int i = get_global_id(0);
  if (i >= sequences * width)
    return;
  int seq = i / width, c = i % width;
  int at = length[seq];
  if (at < 0 || at > capacity)
    return;
  cache[(seq * capacity + at) * width + c] = row[i]; /*@race*/
}
