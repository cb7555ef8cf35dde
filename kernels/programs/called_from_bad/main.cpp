#include <GL/nowhere.h>
void launch(float *d, int n);
int main(int argc, char **argv) {
  float *d = nullptr;
  launch(d, 1024);
  launch(d, glutGet(argc));
}
