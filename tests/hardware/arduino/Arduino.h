/* Just enough Arduino for the example sketch to run on the computer that tests it. Time stands still until told. */
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>

typedef uint8_t byte;
enum { LOW, HIGH, INPUT, OUTPUT, INPUT_PULLUP, LED_BUILTIN = 13, A0 = 14 };

extern unsigned long fakeMillis;
extern bool fakePins[20];

inline unsigned long millis() { return fakeMillis; }
inline void pinMode(int, int) {}
inline int digitalRead(int pin) { return fakePins[pin] ? HIGH : LOW; }
inline void digitalWrite(int pin, int level) { fakePins[pin] = level == HIGH; }

struct FakeSerial {
  std::deque<uint8_t> coming;
  void begin(long) {}
  int available() { return (int)coming.size(); }
  int read() {
    int c = coming.front();
    coming.pop_front();
    return c;
  }
  void write(char c) { fputc(c, stdout); }
  void write(const uint8_t *data, size_t n) { fwrite(data, 1, n, stdout); }
};

extern FakeSerial Serial;
