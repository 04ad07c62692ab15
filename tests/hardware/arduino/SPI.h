#pragma once

struct FakeSpi {
  void begin() {}
};
extern FakeSpi SPI;
