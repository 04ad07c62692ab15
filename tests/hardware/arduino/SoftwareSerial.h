#pragma once
#include "Arduino.h"

struct SoftwareSerial {
  SoftwareSerial(int, int) {}
  void begin(long) {}
  int available();
  int read();
};
