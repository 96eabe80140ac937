//@ local linkage = '#ifdef __cplusplus\nextern "C"\n#endif\nconst'
$(include("common/entries.c", { entries = objects, linkage = linkage }))
