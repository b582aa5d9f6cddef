// Keeps the desk readable without a network: pages that were visited, and the offline page that desk.js puts by.
"use strict";
const VERSION = "@VERSION@";
const KEPT = "desk-" + VERSION;
const ROOT = new URL("./", self.location.href).pathname; // behind a proxy the desk may stand below a prefix
const FIRST = ["static/desk.css?v=" + VERSION, "static/desk.js?v=" + VERSION, "static/offline.js?v=" + VERSION, "static/icon.svg"].map((path) => ROOT + path);
const MOST_PAGES = 80;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FIRST)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n !== KEPT).map((n) => caches.delete(n)))).then(() => self.clients.claim()));
});

const isPartOfTheDesk = (url) => url.pathname.startsWith(ROOT + "offline") || url.pathname.startsWith(ROOT + "static/");
const keep = async (request, reply) => {
  const cache = await caches.open(KEPT);
  await cache.put(request, reply);
  const pages = (await cache.keys()).filter((r) => !isPartOfTheDesk(new URL(r.url)));
  for (const old of pages.slice(0, Math.max(0, pages.length - MOST_PAGES))) await cache.delete(old);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname === ROOT + "worker.js") return;
  if (url.pathname.startsWith(ROOT + "static/")) {
    event.respondWith(caches.match(request).then((found) => found || fetch(request)));
    return;
  }
  event.respondWith((async () => {
    try {
      const reply = await fetch(request);
      const isPage = request.mode === "navigate" && reply.ok && !reply.redirected && !isPartOfTheDesk(url);
      if (isPage) event.waitUntil(keep(request, reply.clone()));
      return reply;
    } catch {
      const found = await caches.match(request, { ignoreVary: true });
      if (found) return found;
      if (request.mode === "navigate") return (await caches.match(ROOT + "offline", { ignoreVary: true })) || Response.error();
      return Response.error();
    }
  })());
});
