#!/usr/bin/env bash
# gcoord 1.0.7, coordtransform 2.1.2: Seoul, Hanoi and Ulaanbaatar move by hundreds of metres, as if they were in China.
#
# Maps of China are in GCJ-02, in which a place lies some hundred metres beside its coordinates; abroad the same maps are
# in WGS-84. Both packages change points in China only. What is China is a rectangle for them, from 73.66 to 135.05 east
# and 3.86 to 53.55 north: all of Korea, Vietnam, Laos, Thailand, Nepal, Mongolia and the Philippines, the greater part
# of India, and the west of Japan are in it. So of places named in news those in neighbouring countries move, and those
# in Paris do not; on the way back from a map they move the other way. The READMEs name the systems, and no limit.
# Seen: of five places abroad four move by 183 to 460 metres. Ask a polygon of the border first.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts gcoord@1.0.7 coordtransform@2.1.2
cat > "$folder/move.cjs" <<'JS'
const module_ = require("gcoord");
const gcoord = module_.default || module_;
const coordtransform = require("coordtransform");
const PLACES = {
  Seoul: [126.978, 37.567],
  Hanoi: [105.834, 21.028],
  Ulaanbaatar: [106.905, 47.886],
  Bangkok: [100.502, 13.756],
  Paris: [2.352, 48.857],
};
const metres = ([east, north], [other, far]) =>
  Math.round(Math.hypot((other - east) * 111320 * Math.cos((north * Math.PI) / 180), (far - north) * 111320));
for (const [name, place] of Object.entries(PLACES)) {
  const moved = gcoord.transform(place, gcoord.WGS84, gcoord.GCJ02);
  const also = coordtransform.wgs84togcj02(...place);
  const distances = [metres(place, moved), metres(place, also)];
  console.log(name, "moves by", ...distances, "metres");
  const right = name === "Paris" ? (value) => value === 0 : (value) => value > 150 && value < 500;
  if (!distances.every(right)) throw new Error("the behaviour has changed");
}
JS
node "$folder/move.cjs"
echo "as described"
