// expect: race
//--local_size=8 --num_groups=1 --cl-std=CL2.0
// Another kernel may have changed a variable of the program.
global int mode = 0;
kernel void k(global int *a) {
  if (mode == 2)
    a[0] = get_local_id(0); /*@race*/
}
