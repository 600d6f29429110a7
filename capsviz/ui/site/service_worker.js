/*
 * Caches a published site in the browser, so that it opens without a network. The previous version
 * is deleted when this one is complete; later visits get the new one.
 */

/** @type {any} */
const worker = self;
/**
 * Prepended to this script by capsviz/ui/site/service.py.
 * @type {{version: string, kept: string[]}}
 */
const { version, kept: paths } = worker.SITE;
const PREFIX = `capsviz ${worker.registration.scope} `;
const NAME = PREFIX + version;

async function keepAll() {
  const cache = await caches.open(NAME);
  // Bypass the browser's own cache, which may have files of the previous version.
  const requests = paths.map((path) => new Request(path || "./", { cache: "no-cache" }));
  await cache.addAll(requests);
  await worker.skipWaiting();
}

async function dropOthers() {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  await worker.clients.claim();
}

/**
 * The address of a page for an address without the final slash, or with the file name.
 * @param {Cache} cache @param {string} url
 */
async function pageOf(cache, url) {
  const page = new URL(url);
  page.pathname = page.pathname.replace(/(\/index\.html|\/?)$/, "/");
  return (await cache.match(page, { ignoreSearch: true })) && page;
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  // A page's file does not depend on the query.
  const cached = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
  if (cached) return cached;
  const page = request.mode === "navigate" && (await pageOf(cache, request.url));
  if (page) return Response.redirect(page);
  const reply = await fetch(request);
  if (reply.status === 200) await cache.put(request, reply.clone());
  return reply;
}

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOwn = request.url.startsWith(worker.registration.scope);
  if (isOwn && request.method === "GET") event.respondWith(answer(request));
});
