/* Table ear: dice buttons and a tag reader that speak the $BG line protocol (docs/line-protocol.md).
 *
 * For Arduino Uno, Nano, Leonardo and alike. Open it in the Arduino IDE, choose below what is connected, upload.
 * In the Serial Monitor at 115200 Bd, send ? and it names itself.
 *
 *   die buttons  pins 2 to 7 to GND, one for each face: pressing one says that this face was thrown
 *   RDM6300      its TX to pin 8 (125 kHz tags, EM4100)
 *   MFRC522      SPI: SS 10, MOSI 11, MISO 12, SCK 13, RST 9, 3.3 V only (13.56 MHz tags; library "MFRC522")
 *
 * No String and no printf: both cost memory that an Uno does not have.
 */

#define WITH_BUTTONS
#define WITH_RDM6300
// #define WITH_MFRC522
// #define WITH_CRC16              // four-digit CRC-16 in place of the two-digit xor

#define DEVICE "tower"             // letters, digits, . + - _ only
#define FIRMWARE "1.0"
#define DIE "d1"
#define READER "r0"

#define PROTO 1
#define BAUD 115200
#define HEARTBEAT_MS 2000
#define MAX_LINE 96                // bytes, from $ to the line end

#define SIDES 6
#define FIRST_BUTTON_PIN 2
#define DEBOUNCE_MS 30
#define RDM_RX_PIN 8
#define RDM_TX_PIN A0              // not connected; the library wants one
#define RDM_CONFIRM_MS 200         // a tag counts when it was read twice within this time
#define RDM_GONE_MS 300            // the RDM6300 repeats about every 65 ms
#define MFRC_SS_PIN 10
#define MFRC_RST_PIN 9
#define MFRC_LOOK_MS 100
#define MFRC_MISSES 3              // looks in a row without the tag before it is gone

#if defined(WITH_RDM6300) || defined(WITH_MFRC522)
#define HAS_TAGS
#endif
#ifdef WITH_RDM6300
#include <SoftwareSerial.h>
#endif
#ifdef WITH_MFRC522
#include <SPI.h>
#include <MFRC522.h>
#endif

// ---------------------------------------------------------------- messages

static char line[MAX_LINE + 1];
static uint8_t length = 0;
static uint8_t number = 0;         // of the next message; 255 is followed by 0

static void add(char c) {
  if (length < MAX_LINE - 7) line[length++] = c;  // 7: * and four digits, CR, LF
}

static void addText(const char *text) {
  while (*text) add(*text++);
}

static void addNumber(unsigned long value) {
  char digits[11];
  uint8_t n = 0;
  do {
    digits[n++] = '0' + value % 10;
    value /= 10;
  } while (value);
  while (n) add(digits[--n]);
}

static void addField(const char *text) {
  add(',');
  addText(text);
}

static void beginMessage(const char *name) {
  length = 0;
  add('$');
  addText(name);
  add(',');
  addNumber(PROTO);
  add(',');
  addNumber(number++);
}

static void printHex(uint8_t value) {
  Serial.write("0123456789ABCDEF"[value >> 4]);
  Serial.write("0123456789ABCDEF"[value & 15]);
}

static void sendMessage() {
  Serial.write((const uint8_t *)line, length);
  Serial.write('*');
#ifdef WITH_CRC16
  uint16_t crc = 0xFFFF;           // CRC-16/CCITT-FALSE of what lies between $ and *
  for (uint8_t i = 1; i < length; i++) {
    crc ^= (uint16_t)(uint8_t)line[i] << 8;
    for (uint8_t bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  printHex(crc >> 8);
  printHex(crc & 255);
#else
  uint8_t check = 0;               // exclusive-or of what lies between $ and *
  for (uint8_t i = 1; i < length; i++) check ^= (uint8_t)line[i];
  printHex(check);
#endif
  Serial.write('\r');
  Serial.write('\n');
}

static void sendHeartbeat() {
  beginMessage("BGHB");
  add(',');
  addNumber(millis());
  sendMessage();
}

static bool sameText(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

// ---------------------------------------------------------------- tags

#ifdef HAS_TAGS
static char tag[21] = "";          // hex of the tag that lies here; "" if none
static const char *family = "em";

static void sendTag(const char *state) {
  beginMessage("BGTAG");
  addField(READER);
  addField(state);
  addField(family);
  addField(tag);
  sendMessage();
}

static void copyText(char *to, const char *from) {
  while ((*to++ = *from++)) {}
}

static void tagGone() {
  if (!tag[0]) return;
  sendTag("OUT");
  tag[0] = 0;
}

static void tagThere(const char *id, const char *kind) {
  if (sameText(tag, id)) return;
  tagGone();
  copyText(tag, id);
  family = kind;
  sendTag("IN");
}
#endif

#ifdef WITH_RDM6300
static SoftwareSerial rdm(RDM_RX_PIN, RDM_TX_PIN);
static char rdmHex[13];            // ten digits of the id, two of the check
static int8_t rdmAt = -1;          // -1: waiting for the start byte
static char rdmBefore[11] = "";    // read once, not yet confirmed
static unsigned long rdmBeforeAt = 0, rdmSeenAt = 0;

static uint8_t nibble(char c) {
  return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

static void rdmFrame() {
  uint8_t check = 0, any = 0;
  for (uint8_t i = 0; i < 12; i += 2) {
    uint8_t value = nibble(rdmHex[i]) << 4 | nibble(rdmHex[i + 1]);
    check ^= value;                // over all five bytes and the check: 0 if it is right
    if (i < 10) any |= value;
  }
  if (check || !any) return;       // damaged, or the id of zeros that noise gives
  rdmHex[10] = 0;
  unsigned long now = millis();
  if (sameText(rdmHex, tag)) {
    rdmSeenAt = now;
  } else if (sameText(rdmHex, rdmBefore) && now - rdmBeforeAt <= RDM_CONFIRM_MS) {
    rdmSeenAt = now;
    tagThere(rdmHex, "em");
  } else {
    copyText(rdmBefore, rdmHex);   // readers send ghosts with a right check: once is not enough
    rdmBeforeAt = now;
  }
}

static void rdmLoop() {
  while (rdm.available()) {
    char c = rdm.read();
    bool hex = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
    if (c == 2) {
      rdmAt = 0;
    } else if (rdmAt >= 0 && rdmAt < 12 && hex) {
      rdmHex[rdmAt++] = c >= 'a' ? c - 32 : c;
    } else if (rdmAt == 12 && (c == '\r' || c == '\n')) {
      // ID-12/20 readers put a line end before the end byte
    } else {
      if (rdmAt == 12 && c == 3) rdmFrame();
      rdmAt = -1;
    }
  }
  if (tag[0] && millis() - rdmSeenAt > RDM_GONE_MS) tagGone();
}
#endif

#ifdef WITH_MFRC522
static MFRC522 mfrc(MFRC_SS_PIN, MFRC_RST_PIN);
static unsigned long mfrcLookAt = 0;
static uint8_t mfrcMisses = 0;

static void mfrcLoop() {
  if (millis() - mfrcLookAt < MFRC_LOOK_MS) return;
  mfrcLookAt = millis();
  byte answer[2];
  byte size = sizeof answer;
  mfrc.PICC_WakeupA(answer, &size);  // also wakes a tag that was read and halted before
  if (mfrc.PICC_ReadCardSerial()) {
    static const char digits[] = "0123456789ABCDEF";
    char id[21];
    uint8_t n = 0;
    for (uint8_t i = 0; i < mfrc.uid.size && n < 20; i++) {
      id[n++] = digits[mfrc.uid.uidByte[i] >> 4];
      id[n++] = digits[mfrc.uid.uidByte[i] & 15];
    }
    id[n] = 0;
    mfrcMisses = 0;
    tagThere(id, "mf");
    mfrc.PICC_HaltA();
  } else if (tag[0] && ++mfrcMisses >= MFRC_MISSES) {
    mfrcMisses = 0;
    tagGone();
  }
}
#endif

// ---------------------------------------------------------------- dice

#ifdef WITH_BUTTONS
static bool buttonDown[SIDES];
static unsigned long buttonChangedAt[SIDES];
static unsigned long roll = 0;

static void buttonLoop() {
  for (uint8_t i = 0; i < SIDES; i++) {
    bool down = digitalRead(FIRST_BUTTON_PIN + i) == LOW;
    if (down == buttonDown[i] || millis() - buttonChangedAt[i] < DEBOUNCE_MS) continue;
    buttonDown[i] = down;
    buttonChangedAt[i] = millis();
    if (!down) continue;
    beginMessage("BGDIE");
    addField(DIE);
    addField("OK");
    add(',');
    addNumber(SIDES);
    add(',');
    addNumber(i + 1);
    add(',');
    addNumber(++roll);             // so that the same face twice is two rolls
    sendMessage();
  }
}
#endif

// ---------------------------------------------------------------- from the host

static char heard[MAX_LINE + 1];
static uint8_t heardLength = 0;

static void sendHello() {
  beginMessage("BGHEL");
  addField(DEVICE);
  addField(FIRMWARE);
  add(',');
#ifdef HAS_TAGS
  addText("tag");
#ifdef WITH_BUTTONS
  add('+');
#endif
#endif
#ifdef WITH_BUTTONS
  addText("die");
#endif
  sendMessage();
}

static void sendAll() {            // who I am, what lies here, and that this was all
  sendHello();
#ifdef HAS_TAGS
  if (tag[0]) sendTag("IN");
#endif
  sendHeartbeat();
}

static void hostLine() {           // $BGLED,1,<reader>,ON*HH; a wrong check or another message is passed over
  heard[heardLength] = 0;
  const char *want = "$BGLED,1," READER ",";
  uint8_t check = 0, i = 1;
  while (heard[i] && heard[i] != '*') check ^= (uint8_t)heard[i++];
  if (heard[i] != '*' || i + 3 > heardLength) return;
  char digits[3] = {"0123456789ABCDEF"[check >> 4], "0123456789ABCDEF"[check & 15], 0};
  if (heard[i + 1] != digits[0] || heard[i + 2] != digits[1]) return;
  heard[i] = 0;
  const char *at = heard;
  while (*want && *want == *at) want++, at++;
  if (*want) return;
#ifndef WITH_MFRC522                // its SPI clock is the LED's pin
  if (sameText(at, "ON")) digitalWrite(LED_BUILTIN, HIGH);
  if (sameText(at, "OFF")) digitalWrite(LED_BUILTIN, LOW);
#endif
}

static void hostLoop() {
  while (Serial.available()) {
    char c = Serial.read();
    if (c == '$') {
      heardLength = 0;
      heard[heardLength++] = c;
    } else if (heardLength && (c == '\r' || c == '\n')) {
      hostLine();
      heardLength = 0;
    } else if (heardLength) {
      if (heardLength < MAX_LINE) heard[heardLength++] = c;
      else heardLength = 0;
    } else if (c == '?') {
      sendAll();
    }
  }
}

// ---------------------------------------------------------------- Arduino

static unsigned long heartbeatAt = 0;

void setup() {
  Serial.begin(BAUD);
#ifdef WITH_BUTTONS
  for (uint8_t i = 0; i < SIDES; i++) pinMode(FIRST_BUTTON_PIN + i, INPUT_PULLUP);
#endif
#ifdef WITH_RDM6300
  rdm.begin(9600);
#endif
#ifdef WITH_MFRC522
  SPI.begin();
  mfrc.PCD_Init();
#else
  pinMode(LED_BUILTIN, OUTPUT);
#endif
  sendHello();                     // number 0: counting begins anew
}

void loop() {
  hostLoop();
#ifdef WITH_BUTTONS
  buttonLoop();
#endif
#ifdef WITH_RDM6300
  rdmLoop();
#endif
#ifdef WITH_MFRC522
  mfrcLoop();
#endif
  if (millis() - heartbeatAt >= HEARTBEAT_MS) {
    heartbeatAt = millis();
    sendHeartbeat();
  }
}
