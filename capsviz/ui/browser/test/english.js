/* English messages, for tests of scripts that say something. */

import { readFileSync } from "node:fs";
import { adoptTexts } from "../text.js";

/** @param {...string} names of files, such as "draw" */
export function adoptEnglish(...names) {
  for (const name of ["shared", ...names]) {
    const file = new URL(`../../languages/en/${name}.ftl`, import.meta.url);
    adoptTexts({ locale: "en-GB", direction: "ltr", messages: readFileSync(file, "utf8") });
  }
}
