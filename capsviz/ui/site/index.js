/* The shell of a published page: it shows the page, then keeps the site for later. */

import { PublishedPage } from "./published_page.js";

async function start() {
  const { page = "", root = "" } = document.body.dataset;
  const base = new URL(root, location.href).pathname.replace(/\/$/, "");
  const told = await (await fetch(`${base}/site.json`)).json();
  const site = new PublishedPage(base, page, told);
  await site.begin();
  // Files that are kept for later must not hold up what is seen now.
  await site.calm;
  // A frame of another site may keep nothing.
  navigator.serviceWorker?.register(`${base}/service_worker.js`).catch(() => {});
}

// In a sandbox in_frame.js says why nothing works.
if (self.origin !== "null") await start();
