// expect: race
//--local_size=8 --num_groups=1
// A variable that nobody has written differs between threads, as what is stored does.
__kernel void uninitialised_int(__global int *p) {
  int x;
  p[0] = x; /*@race*/
}
