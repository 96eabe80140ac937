# deb.mk: Debian packages, a part of the Makefile.

DEB_DEB := dpkg-dev debhelper lintian fakeroot

.PHONY: deb

deb: all
	@sh gen/build/packages.sh $(DEB_DEB)
	@CC="$(CC)" sh gen/build/deb.sh $(B) $(VERSION)
