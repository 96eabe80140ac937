/* hash.c: SHA-256 (FIPS 180-4). In: bytes, in any number of pieces. Out: a
 * digest of 32 bytes.
 *
 * Invariant: block[0 .. length % 64) holds the bytes that `state` does not yet
 * depend on. */
#include <string.h>

#include "base/base.h"

/* Fractional parts of the cube roots of the first 64 primes. */
static const uint32_t cube_roots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int bits)
{
  return x >> bits | x << (32 - bits);
}

static uint32_t big_endian(const unsigned char *at)
{
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 |
         at[3];
}

static void work_in(uint32_t state[8], const unsigned char *block)
{
  uint32_t w[64];
  for (int i = 0; i < 16; i++) w[i] = big_endian(block + 4 * i);
  for (int i = 16; i < 64; i++) {
    const uint32_t p = w[i - 15], q = w[i - 2];
    w[i] = w[i - 16] + (turn(p, 7) ^ turn(p, 18) ^ p >> 3) + w[i - 7] +
           (turn(q, 17) ^ turn(q, 19) ^ q >> 10);
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; i++) {
    const uint32_t t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                        ((e & f) ^ (~e & g)) + cube_roots[i] + w[i];
    const uint32_t t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                        ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t sum[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; i++) state[i] += sum[i];
}

Hash hash_new(void)
{
  /* Fractional parts of the square roots of the first 8 primes. */
  const Hash hash = {.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
  return hash;
}

void hash_add(Hash *hash, const void *bytes, size_t length)
{
  const unsigned char *at = bytes;
  const size_t held = (size_t)(hash->length % 64);
  hash->length += length;
  if (held) {
    const size_t room = 64 - held, taken = length < room ? length : room;
    if (taken) memcpy(hash->block + held, at, taken);
    if (taken < room) return;
    work_in(hash->state, hash->block);
    at += taken;
    length -= taken;
  }
  for (; length >= 64; at += 64, length -= 64) work_in(hash->state, at);
  if (length) memcpy(hash->block, at, length);
}

void hash_text(Hash *hash, const char *text)
{
  hash_add(hash, text, strlen(text) + 1);
}

void hash_end(Hash *hash, unsigned char digest[HASH_BYTES])
{
  static const unsigned char padding[64] = {0x80};
  const uint64_t bits = hash->length * 8;
  unsigned char tail[8];
  for (int i = 0; i < 8; i++)
    tail[i] = (unsigned char)(bits >> (56 - 8 * i) & 0xff);
  hash_add(hash, padding, 1 + (size_t)((119 - hash->length % 64) % 64));
  hash_add(hash, tail, sizeof tail);
  for (int i = 0; i < HASH_BYTES; i++)
    digest[i] =
        (unsigned char)(hash->state[i / 4] >> (24 - 8 * (i % 4)) & 0xff);
}

char *hash_end_hex(Hash *hash, Run *run)
{
  static const char digits[] = "0123456789abcdef";
  unsigned char digest[HASH_BYTES];
  char *hex = run_alloc(run, HASH_HEX + 1);
  hash_end(hash, digest);
  for (int i = 0; i < HASH_BYTES; i++) {
    hex[2 * i] = digits[digest[i] >> 4];
    hex[2 * i + 1] = digits[digest[i] & 15];
  }
  return hex;
}

char *hash_hex(Run *run, const void *bytes, size_t length)
{
  Hash hash = hash_new();
  hash_add(&hash, bytes, length);
  return hash_end_hex(&hash, run);
}
