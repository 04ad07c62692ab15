/* Runs the sketch by a script on standard input, one command a line:
 *   t MS        let time pass        b FACE      press and release a button
 *   h HEX       bytes from the host  r HEX       bytes from the RDM6300
 *   m HEX | m - a tag on the MFRC522, or none    p PIN       print the pin's level
 */
#include "MFRC522.h"
#include "SPI.h"
#include "SoftwareSerial.h"
#include <cstdlib>
#include <cstring>

unsigned long fakeMillis = 0;
bool fakePins[20];
FakeSerial Serial;
FakeSpi SPI;
static std::deque<uint8_t> rdmBytes;
static byte uidBytes[10];
static byte uidSize = 0;

int SoftwareSerial::available() { return (int)rdmBytes.size(); }
int SoftwareSerial::read() {
  int c = rdmBytes.front();
  rdmBytes.pop_front();
  return c;
}
bool MFRC522::PICC_ReadCardSerial() {
  uid.size = uidSize;
  memcpy(uid.uidByte, uidBytes, 10);
  return uidSize > 0;
}

void setup();
void loop();

static void pass(long ms) {
  for (long i = 0; i < ms; i++, fakeMillis++) loop();
}

int main() {
  for (bool &pin : fakePins) pin = true;
  char text[400];
  setup();
  while (fgets(text, sizeof text, stdin)) {
    int number = atoi(text + 2);
    if (text[0] == 't') pass(number);
    if (text[0] == 'p') printf("pin %d\n", fakePins[number]);
    if (text[0] == 'b') {
      fakePins[number + 1] = false;
      pass(50);
      fakePins[number + 1] = true;
      pass(50);
    }
    if (strchr("hrm", text[0])) {
      uidSize = 0;
      unsigned value;
      for (char *at = text + 2; sscanf(at, "%2x", &value) == 1; at += 2) {
        if (text[0] == 'h') Serial.coming.push_back(value);
        if (text[0] == 'r') rdmBytes.push_back(value);
        if (text[0] == 'm' && uidSize < 10) uidBytes[uidSize++] = value;
      }
      loop();
    }
  }
  return 0;
}
