// expect: assertion
//--local_size=64 --num_groups=1
// What a kernel ensures is proved, whatever the kernel's name is.
kernel void __spec_k(global int *a, int n) {
  __ensures(n > 5); /*@assert*/
}
