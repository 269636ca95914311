#!/usr/bin/env bash
# coreutils 9.1, glibc 2.36 (Debian 12): `sort -u` deletes 王𤧛, and `comm` finds him in both lists, if 王𬭎 is there.
#
# `sort -u` keeps one of lines that compare equal, and lines compare as the locale has it. zh_CN.UTF-8 has an order for
# the usual characters and for others none: tens of thousands, all of extension B, much of A and what is newer, weigh the
# same, and so do lines that differ in nothing but such a character. They are in names of persons and places (王𬭎,
# 𠮷林), which are missed in lists that are made unique by `sort -u`, and taken for each other by `join` and `comm`. `uniq`
# compares otherwise, so that `sort | uniq` keeps what `sort -u` drops. en_US.UTF-8 is worse: it has no order for 喆
# either. Exit status 0, no message; the manual says that equal lines are dropped. Seen: of six names five are
# left in zh_CN and four in en_US, `comm` and `join` find a person of two lists in both, and with LC_ALL=C all are right.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet=2 'locales=2.36*'
dpkg-deb -x locales_*.deb locales
for language in zh_CN en_US; do
    I18NPATH="$folder/locales/usr/share/i18n" localedef --no-archive -i "$language" -f UTF-8 "$folder/$language.UTF-8"
done
printf '%s\n' 王𬭎 王𤧛 李㛃 李㙍 张喆 张镕 > names.txt
echo 王𬭎 > first.txt
echo 王𤧛 > second.txt
for locale in C zh_CN.UTF-8 en_US.UTF-8; do
    here=(env "LOCPATH=$folder" "LC_ALL=$locale")
    unique=$("${here[@]}" sort -u names.txt | wc -l)
    lines=$("${here[@]}" sort names.txt | "${here[@]}" uniq | wc -l)
    common=$("${here[@]}" comm -12 first.txt second.txt)
    joined=$("${here[@]}" join first.txt second.txt)
    found="sort -u $unique, sort | uniq $lines, comm '$common', join '$joined'"
    echo "$locale: $found"
    case "$locale" in
        C) expected="sort -u 6, sort | uniq 6, comm '', join ''" ;;
        zh_CN.UTF-8) expected="sort -u 5, sort | uniq 6, comm '王𤧛', join '王𬭎'" ;;
        *) expected="sort -u 4, sort | uniq 6, comm '王𤧛', join '王𬭎'" ;;
    esac
    [ "$found" = "$expected" ]
done
echo "as described"
