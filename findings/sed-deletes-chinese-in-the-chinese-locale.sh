#!/usr/bin/env bash
# sed 4.9, grep 3.8, glibc 2.36 (Debian 12): in zh_CN.UTF-8 the pattern [一-龥] for Chinese characters fits those from yī to yù.
#
# What is written on cleaning Chinese text has [一-龥], the first and the last of its characters in Unicode. A range goes
# by the order of the locale, and in zh_CN that is the order of Pinyin, in which both stand near the end: 议 and 由 are
# between them, 会, 党 and nearly all others are not. So sed 's/[^一-龥]//g', which is to leave Chinese only, leaves one
# character of nine on a Chinese computer, grep finds no line, and bash does the same with ${text//[!一-龥]/}. In
# en_US.UTF-8, where scripts are tried, all is right; in C.UTF-8 sed and grep refuse the range. gawk and Python go by the
# number of the character. The manuals tell that ranges depend on the locale, and none what this one becomes in zh_CN.
# Exit status 0, no message. Seen: 会议ABC强调，抓好落实12 becomes 议, with en_US 会议强调抓好落实. Use \p{Han} of
# grep -P, or Python.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet=2 'locales=2.36*'
dpkg-deb -x locales_*.deb locales
for language in zh_CN en_US; do
    I18NPATH="$folder/locales/usr/share/i18n" localedef --no-archive -i "$language" -f UTF-8 "$folder/$language.UTF-8"
done
text='会议ABC强调，抓好落实12'
whole=会议强调抓好落实
for language in zh_CN en_US; do
    here=(env "LOCPATH=$folder" "LC_ALL=$language.UTF-8")
    by_sed=$("${here[@]}" sed 's/[^一-龥]//g' <<< "$text")
    by_grep=$(printf '%s\n' 会 党 抓 好 | "${here[@]}" grep -c '[一-龥]' || true)
    by_bash=$("${here[@]}" TEXT="$text" bash -c 'echo "${TEXT//[!一-龥]/}"')
    by_han=$("${here[@]}" grep -oP '\p{Han}' <<< "$text" | tr -d '\n')
    echo "$language: sed $by_sed, grep $by_grep of 4 lines, bash $by_bash, \p{Han} $by_han"
    expected="$whole 4 $whole $whole"
    [ "$language" = en_US ] || expected="议 0 议 $whole"
    [ "$by_sed $by_grep $by_bash $by_han" = "$expected" ]
done
echo "as described"
