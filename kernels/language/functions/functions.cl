// expect: verified
//--local_size=64 --num_groups=4
// Device functions that call device functions; all are inlined.
static int square(int x) { return x * x; }
inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
int place(int group, int lid) { return twice(32) * group + lid; }

void put(__global int *out, int group, int lid, int v) { out[place(group, lid)] = square(v); }

__kernel void functions(__global int *out) {
  put(out, get_group_id(0), get_local_id(0), get_global_id(0));
}
