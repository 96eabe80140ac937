/* archive.c: zip archives. In: files in memory. Out: the bytes of an archive of
 * stored files, all of 1980-01-01.
 *
 * Invariant: the same files give the same bytes. */
#include <stdint.h>
#include <string.h>

#include "base/base.h"
#include "emit/inside.h"

/* Returns the checksum of zip, CRC-32 with the polynomial 0xedb88320. */
static uint32_t crc_of(const char *bytes, size_t length)
{
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < length; i++) {
    crc ^= (unsigned char)bytes[i];
    for (int bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return ~crc;
}

/* Appends `bytes` bytes of the number, the low one first. */
static void add_number(Text *text, uint32_t number, int bytes)
{
  for (int i = 0; i < bytes; i++) {
    const char byte = (char)(number >> 8 * i & 255);
    text_append(text, &byte, 1);
  }
}

/* Appends what a file's own header and its entry in the directory share. */
static void add_file(Text *text, const Packed *file)
{
  enum { VERSION = 20, DAY = 1 << 5 | 1 };
  add_number(text, VERSION, 2);
  add_number(text, 0, 2); /* no flags */
  add_number(text, 0, 2); /* stored */
  add_number(text, 0, 2); /* midnight */
  add_number(text, DAY, 2);
  add_number(text, crc_of(file->bytes, file->length), 4);
  add_number(text, (uint32_t)file->length, 4);
  add_number(text, (uint32_t)file->length, 4);
  add_number(text, (uint32_t)strlen(file->path), 2);
  add_number(text, 0, 2); /* nothing extra */
}

Text archive_make(Run *run, const Packed *files, size_t count)
{
  Text text = text_new(run), directory = text_new(run);
  for (size_t i = 0; i < count; i++) {
    const uint32_t start = (uint32_t)text.length;
    add_number(&text, 0x04034b50, 4);
    add_file(&text, &files[i]);
    text_append(&text, files[i].path, strlen(files[i].path));
    text_append(&text, files[i].bytes, files[i].length);
    add_number(&directory, 0x02014b50, 4);
    add_number(&directory, 20, 2); /* made by: the rules of MS-DOS */
    add_file(&directory, &files[i]);
    add_number(&directory, 0, 2); /* no comment */
    add_number(&directory, 0, 2); /* the first disk */
    add_number(&directory, 0, 2); /* bytes */
    add_number(&directory, 0, 4); /* an ordinary file */
    add_number(&directory, start, 4);
    text_append(&directory, files[i].path, strlen(files[i].path));
  }
  const uint32_t start = (uint32_t)text.length;
  text_append(&text, directory.chars, directory.length);
  add_number(&text, 0x06054b50, 4);
  add_number(&text, 0, 4); /* disks */
  add_number(&text, (uint32_t)count, 2);
  add_number(&text, (uint32_t)count, 2);
  add_number(&text, (uint32_t)directory.length, 4);
  add_number(&text, start, 4);
  add_number(&text, 0, 2); /* no comment */
  return text;
}
