# manual.mk: the version, and the manual with the completion of command lines,
# which the program writes from its tables. A part of the Makefile.

.DEFAULT_GOAL := all
VERSION := $(shell sed -n 's/^\#define BRISTLE_VERSION "\(.*\)".*/\1/p' gen/api/bristle.h)
# The day of the newest entry: "## 0.1.0 (2026-11-19)".
VERSION_DATE := $(shell sed -n 's/^\#\# [0-9.]* (\(.*\))$$/\1/p' gen/CHANGELOG.md | head -n 1)

$(B)/obj/gen/base/version.o: gen/api/bristle.h gen/CHANGELOG.md gen/build/manual.mk
$(B)/obj/gen/base/version.o: CPPFLAGS += -DBRISTLE_VERSION='"$(VERSION)"' \
  -DVERSION_DATE='"$(VERSION_DATE)"'

# The last file that the program writes.
$(B)/share/zsh/site-functions/_bristle: $(B)/bin/bristle
	@echo "  HELP  $(B)/share"
	$(Q)$< help --write $(B)/share >$(B)/share.log && touch $@
