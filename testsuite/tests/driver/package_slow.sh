# TEST: timeout=1200
# The Debian packages build from what is committed, and lintian has no error or warning for them or for the source.
for tool in git dpkg-buildpackage dpkg-checkbuilddeps lintian; do
  command -v $tool > /dev/null || { echo "no $tool (Debian: git, dpkg-dev, lintian)"; exit 77; }
done
git -C "$ROOT" rev-parse HEAD > /dev/null 2>&1 || { echo "not a git checkout"; exit 77; }
mkdir gphc
git -C "$ROOT" archive HEAD | tar -x -C gphc || exit 1
cd gphc
dpkg-checkbuilddeps 2> ../missing || { cat ../missing; exit 77; }
DEB_BUILD_OPTIONS="nocheck parallel=2" dpkg-buildpackage -us -uc > ../log 2>&1 || { tail -20 ../log; exit 1; }
cd ..
lintian *.changes > said 2>&1 || { head -20 said; exit 1; }
! grep '^[EW]:' said
