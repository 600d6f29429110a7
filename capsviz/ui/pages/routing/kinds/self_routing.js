/* Self-routing (Hahn, Pyeon, Kim 2019). */

import { wordNodes } from "../../../browser/symbols.js";
import { text } from "../../../browser/text.js";
import { agreeing, tell } from "../scales.js";
import {
  activationLine,
  formula,
  imageNumber,
  imageText,
  softmaxLine,
  sumLine,
  voteLine,
} from "./lines.js";
import { SQUASHED, spreadOf } from "./words.js";

function selfLines() {
  const sentTotal = ({ data, t, j }) => data.sum((i) => data.weight(t, i, j));
  return [
    {
      sym: "b",
      title: "line-self-routing",
      law: formula("{b ij} = ({- i W}{^ route} {u i}){_ j}"),
      numbers: ({ data, t, i, j }) =>
        wordNodes("with-alone", { value: imageNumber(data.logit(t, i, j)) }),
    },
    softmaxLine("line-softmax"),
    activationLine(),
    voteLine("line-weighted-vote", formula("{c ij} {a i} {uhat j|i}"), ({ data, t, i, j }) => ({
      values: [data.coupling(t, i, j), data.activation(i)],
      weight: ([c, a]) => c * a,
      write: ([c, a]) => `${c} × ${a}`,
    })),
    sumLine("line-sum", formula("{s j} = Σ{_ i} {c ij} {a i} {uhat j|i}"), "with-weighted-votes"),
    {
      sym: "v",
      title: "line-mean-vote",
      law: formula("{v j} = {s j} / Σ{_ i} {c ij} {a i}"),
      numbers: (scene) => {
        const parts = [scene.data.totalLength(scene.t, scene.j), sentTotal(scene)];
        const { terms, result } = agreeing(parts, ([total, weights]) => total / weights, 3);
        return [`‖v‖ = ${terms[0]} / ${terms[1]} = `, imageText(result)];
      },
    },
    {
      sym: "v",
      title: "line-activation",
      name: "activation",
      law: formula("{v j a} = Σ{_ i} {c ij} {a i} / Σ{_ i} {a i}"),
      numbers: (scene) => {
        const parts = [sentTotal(scene), scene.data.sum((i) => scene.data.activation(i))];
        const { terms, result } = agreeing(parts, ([sent, total]) => sent / total);
        return [`${terms[0]} / ${terms[1]} = `, imageText(result)];
      },
    },
  ];
}

/** @type {import("./index.js").Kind} */
export const SELF_ROUTING = {
  ...SQUASHED,
  heading: "heading-self-routing",
  lead: "lead-self-routing",
  onePass: "one-pass-self-routing",
  measure: "activation",
  mark: "a",
  logit: "logit-self-routing",
  weight: "c × a",
  weightedVote: "c a û",
  cloud: "cloud-self-routing",
  lines: selfLines,
  story: (scene, low, high) => text("story-one-pass", spreadOf(scene, low, high)),
  counter: ({ data }) => [
    text("counter-self-routing", { thing: data.thing, value: tell(data.uniformAnswer(0), 3) }),
  ],
};
