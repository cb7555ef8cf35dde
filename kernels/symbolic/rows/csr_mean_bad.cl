// expect: race
//--local_size=128 --num_groups=*
// The next vector begins before the last one ends.
kernel void segment_mean(int rows, int width, global const int *rowptr, global const float *feature,
                         global float *out) {
  for (int row = get_global_id(0); row < rows; row += get_global_size(0)) {
    int first = rowptr[row], last = rowptr[row + 1];
    for (int f = 0; f < width; ++f) {
      float sum = 0;
      for (int k = first; k < last; ++k)
        sum += feature[k * width + f];
      out[row * (width - 1) + f] = last > first ? sum / (last - first) : 0.0f; /*@race*/
    }
  }
}
