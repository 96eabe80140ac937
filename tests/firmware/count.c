/* count.c: a plugin of QEMU that counts instructions. Debian ships the
 * interface in the program but not its header: what is used is declared here.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

typedef uint64_t PluginId;
typedef struct Block Block;

int qemu_plugin_version = 1;
void qemu_plugin_register_vcpu_tb_trans_cb(PluginId id,
                                           void (*)(PluginId, Block *));
size_t qemu_plugin_tb_n_insns(const Block *block);
void qemu_plugin_register_vcpu_tb_exec_inline(Block *block, int operation,
                                              void *counter, uint64_t added);
void qemu_plugin_register_atexit_cb(PluginId id, void (*)(PluginId, void *),
                                    void *data);
int qemu_plugin_install(PluginId id, const void *info, int argc, char **argv);

static uint64_t count;

static void count_block(PluginId id, Block *block)
{
  enum { ADD = 0 };
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &count,
                                           qemu_plugin_tb_n_insns(block));
}

static void report(PluginId id, void *data)
{
  (void)id;
  (void)data;
  fprintf(stderr, "instructions %" PRIu64 "\n", count);
}

int qemu_plugin_install(PluginId id, const void *info, int argc, char **argv)
{
  (void)info;
  (void)argc;
  (void)argv;
  qemu_plugin_register_vcpu_tb_trans_cb(id, count_block);
  qemu_plugin_register_atexit_cb(id, report, NULL);
  return 0;
}
