// expect: verified
//--local_size=64 --num_groups=16
// k-means, assignment: the nearest centre of each point; counts by atomics.

__kernel void k_means(__global const float2 *points, __constant float2 *centres, __global int *label, __global int *count,
                      int k, int n) {
  const int i = get_global_id(0);
  if (i >= n)
    return;
  int best = 0;
  float distance_best = MAXFLOAT;
  for (int c = 0; c < k; ++c) {
    const float2 d = points[i] - centres[c];
    const float dd = dot(d, d);
    if (dd < distance_best) {
      distance_best = dd;
      best = c;
    }
  }
  label[i] = best;
  atomic_inc(&count[best]);
}
