#include "more.h"
void more(int *d) { GO(d); }
