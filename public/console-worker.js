// The console's service worker, one for each language (components/admin/frame/console-worker.tsx).
// It keeps the last Today for when there is no connection, and nothing else of the console; what it
// keeps ends with the session (docs/decisions/052). It shows what the server sends (056).
const NAME = 'console '
const CACHE = NAME + self.registration.scope
const TODAY = `${self.registration.scope}/today`
const PHONE = `${self.registration.scope}/phone`
const wordsAt = (scope) => `${scope}/words`
const KEPT_AT = 'x-kept-at'
const STATIC = '/_next/static/'
const AGAIN_AFTER_MS = 5 * 60_000
const ANSWERS_WITHIN_MS = 1_000

/** Removes all that is kept; without a session nothing is to be shown here either. */
async function forget() {
  // Of every language: they are of one session. First, because a push service may not answer.
  for (const name of await caches.keys()) if (name.startsWith(NAME)) await caches.delete(name)
  await closeShown()
  const phone = await self.registration.pushManager?.getSubscription()
  await phone?.unsubscribe()
}

/** Notifications name customers: they are for nobody who uses this browser next. */
async function closeShown() {
  for (const shown of (await self.registration.getNotifications?.()) ?? []) shown.close()
}

/** Removes, in every language, what was kept for somebody else who used this browser. */
async function forgetOthers(whose) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(NAME)) continue
    const kept = await caches.match(wordsAt(name.slice(NAME.length)), { cacheName: name })
    if (kept && (await kept.json()).whose === whose) continue
    await caches.delete(name)
    await closeShown()
  }
}

/** The page as the server renders it now; a session that has ended is not shown Today. */
async function keepToday() {
  const words = await wordsOf()
  const answer = await fetch(TODAY, { redirect: 'manual', credentials: 'include' }).catch(() => null)
  if (answer) await take(answer, words)
}

/** `words` are those from before it was asked for: it is for the person that they name. */
async function take(answer, words) {
  if (answer.type === 'opaqueredirect' || answer.status === 401) return forget()
  // Before the page has said how long it may be kept, nothing is.
  if (!answer.ok || !words) return
  const page = await answer.text()
  if (!(await areStill(words))) return
  const headers = new Headers(answer.headers)
  headers.set(KEPT_AT, String(Date.now()))
  const cache = await caches.open(CACHE)
  const files = new Set(page.match(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g) ?? [])
  await Promise.all([...files].map(async (file) => (await cache.match(file)) ?? cache.add(file)))
  // Meanwhile the session may have ended, which leaves nothing, or somebody else may have signed in.
  if (!(await wordsOf())) return void (await caches.delete(CACHE))
  if (!(await areStill(words))) return
  await cache.put(TODAY, new Response(page, { headers }))
  // Not before: without a connection for all of the new files, the former page is shown with its own.
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith(STATIC) && !files.has(pathname)) await cache.delete(url)
  }
}

/** Whether the person that they name is still the one whose pages are kept. */
const areStill = async ({ whose }) => (await wordsOf())?.whose === whose

async function wordsOf() {
  const kept = await caches.match(wordsAt(self.registration.scope))
  return kept ? kept.json() : null
}

async function keptToday() {
  const [kept, words] = [await caches.match(TODAY), await wordsOf()]
  if (!kept || !words) return null
  const age = Date.now() - Number(kept.headers.get(KEPT_AT))
  if (age >= 0 && age < words.keepMs) return kept
  await (await caches.open(CACHE)).delete(TODAY)
  return null
}

const plain = (text) =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)

async function withoutConnection(pathname) {
  const kept = pathname === new URL(TODAY).pathname ? await keptToday() : null
  if (kept) {
    const page = (await kept.text()).replace('<html ', '<html data-kept="" ')
    return new Response(page, { headers: kept.headers })
  }
  const words = await wordsOf()
  if (!words) return Response.error()
  const style = 'margin:15vh auto;max-width:24rem;padding:0 1rem;font:1rem/1.5 system-ui'
  const page = `<!doctype html><html lang="${plain(words.lang)}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark">
<title>${plain(words.title)}</title><main style="${style}"><h1>${plain(words.title)}</h1>
<p>${plain(words.text)}</p><p><a href="${plain(TODAY)}" style="color:inherit">${plain(words.today)}</a></p>
</main></html>`
  return new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src-attr 'unsafe-inline'",
    },
  })
}

async function open(event) {
  const { pathname } = new URL(event.request.url)
  const words = await wordsOf()
  const answer = await fetch(event.request).catch(() => null)
  if (!answer) return withoutConnection(pathname)
  if (pathname.endsWith('/admin/login') && answer.ok) event.waitUntil(forget())
  else if (answer.type === 'opaqueredirect') event.waitUntil(keepToday())
  else if (pathname === new URL(TODAY).pathname) event.waitUntil(take(answer.clone(), words))
  return answer
}

async function readToday(event) {
  const answer = await fetch(event.request)
  if (answer.status === 401) event.waitUntil(forget())
  else event.waitUntil(keepIfOlder(answer.status === 200 ? 0 : AGAIN_AFTER_MS))
  return answer
}

async function keepIfOlder(ms) {
  const kept = await caches.match(TODAY)
  if (!kept || Date.now() - Number(kept.headers.get(KEPT_AT)) >= ms) await keepToday()
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(open(event))
  else if (pathname === '/api/admin/today') event.respondWith(readToday(event))
  else if (pathname.startsWith(STATIC))
    event.respondWith(
      fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()),
    )
})

self.addEventListener('message', (event) => {
  const { words, phone } = event.data
  if (phone !== undefined) return event.waitUntil(keepPhone(phone))
  const keep = async () => {
    await forgetOthers(words.whose)
    await (await caches.open(CACHE)).put(wordsAt(self.registration.scope), Response.json(words))
    // Not every browser says when it has another address. Neither waits for the other to succeed.
    await Promise.all([keepToday(), renewPhone()])
  }
  event.waitUntil(keep())
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPhone()))

/** The address that the server was told, and the key for another one; null: nothing more is wanted. */
async function keepPhone(phone) {
  const cache = await caches.open(CACHE)
  if (phone) await cache.put(PHONE, Response.json(phone))
  else await cache.delete(PHONE)
}

/** Tells the server when the browser gets its notifications elsewhere than it was told, or none any more. */
async function renewPhone() {
  const kept = await caches.match(PHONE)
  if (!kept) return
  const [{ key, endpoint }, words] = [await kept.json(), await wordsOf()]
  const { pushManager } = self.registration
  const now = await pushManager.getSubscription()
  if (now?.endpoint === endpoint) return
  const asked = { userVisibleOnly: true, applicationServerKey: key }
  const isAllowed = (await pushManager.permissionState(asked)) === 'granted'
  const phone = now ?? (isAllowed ? await pushManager.subscribe(asked).catch(() => null) : null)
  // The push service is away: it is asked again at the next visit.
  if (isAllowed && !phone) return
  const answer = await fetch('/api/admin/push', {
    credentials: 'include',
    headers: { 'content-type': 'application/json', 'x-language': words?.lang.slice(0, 2) ?? '' },
    ...(phone ? { method: 'POST', body: JSON.stringify(phone) } : { method: 'DELETE' }),
  }).catch(() => null)
  // Then it is told at the next visit.
  if (!answer || answer.status === 429 || answer.status >= 500) return
  if (phone && answer.ok) return keepPhone({ key, endpoint: phone.endpoint })
  await phone?.unsubscribe()
  await keepPhone(null)
}

self.addEventListener('push', (event) => {
  const { title, body, tag, url, lang } = event.data.json()
  const look = { icon: '/icon-192.png', badge: '/icon-192.png' }
  event.waitUntil(
    self.registration.showNotification(title, {
      ...look,
      ...{ body, tag, lang, renotify: true, data: { url } },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(new URL(event.notification.data.url, self.location.origin).href))
})

/**
 * In the console where it is open, by its own router: to load it anew would throw away what is typed
 * there. Else in a window.
 */
async function openPage(url) {
  if (!url.startsWith(self.registration.scope)) return
  const open = await self.clients.matchAll({ type: 'window' })
  const client = open.find((each) => each.url === url) ?? open[0]
  // Before anything else: the press allows one of both. A window may have been closed meanwhile.
  const focused = await client?.focus().catch(() => null)
  if (!focused) return self.clients.openWindow(url)
  if (!(await goesItself(focused, url))) await focused.navigate(url)
}

/** False where the page does not answer: it asks for the sign-in, or its scripts have not begun. */
const goesItself = (client, url) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, ANSWERS_WITHIN_MS, false)
    client.postMessage({ url }, [port2])
  })
