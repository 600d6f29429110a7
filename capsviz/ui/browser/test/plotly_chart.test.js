import assert from "node:assert/strict";
import { test } from "node:test";

import { enlargeLetters } from "../plotly_chart.js";

test("a figure for a class has larger letters and the same numbers", () => {
  const figure = {
    data: [{ x: [1, 2], y: [3, 4], marker: { size: 9 }, textfont: { size: 10 }, name: null }],
    layout: {
      font: { size: 13, family: "a" },
      annotations: [{ text: "a", font: { size: 14 } }],
      template: { layout: { xaxis: { tickfont: { size: 12 } } } },
    },
  };
  const before = JSON.stringify(figure);
  const { data, layout } = enlargeLetters(figure, 1.5);
  assert.deepEqual(data, [{ ...figure.data[0], textfont: { size: 15 } }]);
  assert.deepEqual(layout.font, { size: 19.5, family: "a" });
  assert.equal(layout.annotations[0].font.size, 21);
  assert.equal(layout.template.layout.xaxis.tickfont.size, 18);
  assert.equal(JSON.stringify(figure), before);
});
