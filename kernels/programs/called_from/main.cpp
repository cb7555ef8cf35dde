#include <GL/nowhere.h>
void launch(float *d, int n, int blocks);
extern "C" void launch_rows(float *d, int rows);
static void all(float *d, int blocks) {
  if (blocks < 5)
    launch(d, 1024, blocks);
}
int main(int argc, char **argv) {
  float *d = nullptr;
  glutInit(&argc, argv);
  all(d, argc);
  launch_rows(d, argc);
}
