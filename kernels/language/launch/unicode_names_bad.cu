// expect: race
//--local_size=8 --num_groups=1
// Letters beyond ASCII in a parameter's name.

__global__ void unicode_names_bad(int *größe) {
  größe[0] = threadIdx.x; /*@race*/
}
