#pragma once
#include "Arduino.h"

struct MFRC522 {
  struct {
    byte size;
    byte uidByte[10];
  } uid;
  MFRC522(int, int) {}
  void PCD_Init() {}
  int PICC_WakeupA(byte *, byte *) { return 0; }
  bool PICC_ReadCardSerial();
  void PICC_HaltA() {}
};
