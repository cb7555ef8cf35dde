// expect: race
//--local_size=64 --num_groups=4
// The arguments are passed the wrong way round, so that 64 threads share four rows.
static int square(int x) { return x * x; }
inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
int place(int group, int lid) { return twice(32) * group + lid; }

void put(__global int *out, int group, int lid, int v) {
  out[place(group, lid)] = square(v); /*@race*/
}

__kernel void functions(__global int *out) {
  put(out, get_local_id(0) % 4, get_group_id(0), get_global_id(0));
}
