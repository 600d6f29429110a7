// Runs expressions over the pages' modules, for tests written in Python: a request a line of
// standard input, an answer a line of standard output. Numbers that JSON lacks travel as text.

import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [root] = process.argv.slice(2);
const UNSAID = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

const plain = (_, value) => {
  if (typeof value === "number" && !Number.isFinite(value)) return { number: String(value) };
  if (ArrayBuffer.isView(value)) return Array.from(value);
  return value;
};
const revived = (_, value) =>
  value && typeof value === "object" && UNSAID.has(value.number) ? UNSAID.get(value.number) : value;

const { adoptTexts } = await import(pathToFileURL(`${root}/browser/text.js`));
const english = `${root}/languages/en`;
const files = readdirSync(english).filter((each) => each.endsWith(".ftl"));
const shared = files.map((each) => readFileSync(`${english}/${each}`, "utf8")).join("\n");
adoptTexts({ locale: "en-GB", shared });

async function answer({ modules, expression, given }) {
  const scope = {};
  for (const place of modules)
    Object.assign(scope, await import(pathToFileURL(`${root}/${place}`)));
  delete scope.default;
  const call = new Function(...Object.keys(scope), "given", `return (${expression})(given);`);
  return await call(...Object.values(scope), given);
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = { value: (await answer(JSON.parse(line, revived))) ?? null };
  } catch (error) {
    reply = { error: `${error}` };
  }
  process.stdout.write(`${JSON.stringify(reply, plain)}\n`);
}
