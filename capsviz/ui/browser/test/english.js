/* English messages, for tests of scripts with texts. */

import { readFileSync } from "node:fs";
import { adoptTexts } from "../text.js";

/** @param {...string} names of files, such as "draw" */
export function adoptEnglish(...names) {
  const read = (/** @type {string} */ name) =>
    readFileSync(new URL(`../../languages/en/${name}.ftl`, import.meta.url), "utf8");
  const messages = names.map(read).join("\n");
  adoptTexts({ locale: "en-GB", direction: "ltr", shared: read("shared"), messages });
}
