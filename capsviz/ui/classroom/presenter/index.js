/* The presenter view. */

import { adoptTheme } from "../../browser/picture.js";
import { Desk } from "./desk.js";

const root = /** @type {HTMLElement} */ (document.querySelector(".cv-desk"));
const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
adoptTheme(root);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => adoptTheme(root));
new Desk(root, data);
