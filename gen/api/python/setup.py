"""The wheel and the source distribution of the Python package, for setuptools.

Run in the root of the sources by gen/build/wheel.sh, or by pip from the source
distribution; then `make` builds the module first.
"""

import os
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

BUILT = os.path.join("out", "lib", "python3", "bristle")
# Of each library that the module needs: the beginning of its file's name, and
# the package of Debian whose licence it has.
LIBRARIES = {"libgmp": "libgmp10", "liblua5.4": "liblua5.4-0", "libjansson": "libjansson4",
             "libcminpack": "libcminpack1"}
INSIDE = ["libtcc-dev"]


class Build(build_py):
    """Copies the module with the libraries that it needs and their licences."""

    def run(self):
        if not os.path.exists(os.path.join(BUILT, "_core.abi3.so")):
            subprocess.check_call(["make", "python-module"])
        super().run()
        package = os.path.join(self.build_lib, "bristle")
        module = os.path.join(package, "_core.abi3.so")
        shutil.copy(os.path.join(BUILT, "_core.abi3.so"), module)
        shutil.copy(os.path.join(BUILT, "help.txt"), package)
        needed = subprocess.check_output(["ldd", module], text=True)
        os.makedirs(os.path.join(package, "lib"), exist_ok=True)
        os.makedirs(os.path.join(package, "licences"), exist_ok=True)
        for name, path in re.findall(r"(\S+) => (\S+)", needed):
            debian = next((d for begin, d in LIBRARIES.items() if name.startswith(begin)), None)
            if debian:
                shutil.copy(path, os.path.join(package, "lib", name))
                self.copy_licence(package, debian)
        for debian in INSIDE:
            self.copy_licence(package, debian)
        # The licence of bristle and of SymEngine, which is inside as well.
        shutil.copy("gen/build/debian/copyright", os.path.join(package, "licences", "bristle.txt"))

    @staticmethod
    def copy_licence(package, debian):
        licence = f"/usr/share/doc/{debian}/copyright"
        if os.path.exists(licence):
            shutil.copy(licence, os.path.join(package, "licences", debian + ".txt"))


class Binary(Distribution):
    def has_ext_modules(self):
        return True


def version():
    with open("gen/api/bristle.h") as file:
        return re.search(r'define BRISTLE_VERSION "(.*)"', file.read()).group(1)


setup(
    name="bristle",
    version=version(),
    description="A compiler for friction: contact specs to solvers",
    packages=["bristle"],
    package_dir={"bristle": "gen/api/python/bristle"},
    package_data={"bristle": ["py.typed", "*.pyi"]},
    python_requires=">=3.11",
    cmdclass={"build_py": Build},
    distclass=Binary,
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
    zip_safe=False,
)
