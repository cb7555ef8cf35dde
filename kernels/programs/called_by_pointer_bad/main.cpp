void launch(float *d, int n);
void each(void (*f)(float *, int));
int main() {
  float *d = nullptr;
  launch(d, 1024);
  each(launch);
}
