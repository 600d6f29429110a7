/* Initial votes for routing, as degrees and length: a part's votes for each parent, part by part. */

const POLAR = {
  cluster: "40 1.3, -30 1.2 | 25 1.2, 95 1.1 | 55 1.2, 170 1.2 | 35 1.1, -110 1.2 | 70 1.1, 20 1.1",
  short: "40 0.5, -40 1.7 | 25 0.55, 65 1.6 | 55 0.5, 10 1.5 | 35 0.45, -75 1.4 | 70 0.5, 25 1.7",
  undecided:
    "40 1.2, -60 1.15 | 20 1.2, -35 1.15 | 60 1.2, -85 1.15 | " +
    "50 1.2, -75 1.15 | 30 1.2, -45 1.15",
  misled:
    "40 1.7, -90 0.8 | 30 1.7, 15 0.8 | 52 1.7, -62 0.8 | " +
    "-150 1.6, 50 0.8 | -125 1.6, -15 0.8",
  across:
    "0 1.3, 100 1.1 | 12 1.2, -140 1.1 | -24 1.2, 10 1.1 | -12 1.3, -60 1.1 | 90 1.3, 170 1.1",
  overlap:
    "50 2.3, 200 0.8, -100 0.8 | 38 2.3, 80 0.8, 50 1.6 | 62 2.3, -40 0.8, -10 1.6 | " +
    "170 0.8, 140 2.3, 5 1.6 | -70 0.8, 128 2.3, 35 1.6 | 50 0.8, 152 2.3, 140 0.8",
};

/** @param {string} polar */
function vector(polar) {
  const [degrees, length] = polar.split(" ").map(Number);
  const angle = (degrees * Math.PI) / 180;
  return [length * Math.cos(angle), length * Math.sin(angle)];
}

/**
 * Votes [part][parent][dimension].
 * @param {string} name "mirror" is "cluster" with the parents swapped
 */
export function presetVotes(name) {
  const parts = POLAR[name === "mirror" ? "cluster" : name].split(" | ");
  const votes = parts.map((part) => part.split(", ").map(vector));
  return name === "mirror" ? votes.map((row) => row.reverse()) : votes;
}
