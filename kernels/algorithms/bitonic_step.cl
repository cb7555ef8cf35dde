// expect: verified
//--local_size=256 --num_groups=16
// One step of a global bitonic sort; the host runs the steps one after another.

__kernel void bitonic_step(__global int *a, int j, int k) {
  const int i = get_global_id(0);
  const int partner = i ^ j;
  if (partner > i) {
    const int p = a[i], q = a[partner];
    if ((i & k) == 0 ? p > q : p < q) {
      a[i] = q;
      a[partner] = p;
    }
  }
}
