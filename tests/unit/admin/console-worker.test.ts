// The console's service worker with a cache and a network of our own: what it keeps, and for whom.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'

const SITE = 'https://studio.example'
const code = readFileSync('public/console-worker.js', 'utf8')

/** The browser's caches as its specification has them: a deleted one takes no more from its holders. */
function storage() {
  const all = new Map<string, Map<string, Response>>()
  const addressOf = (key: string | Request) =>
    new URL(typeof key === 'string' ? key : key.url, SITE).href
  const open = (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>()
    all.set(name, kept)
    return {
      match: async (key: string) => kept.get(addressOf(key))?.clone(),
      put: async (key: string, response: Response) => void kept.set(addressOf(key), response),
      delete: async (key: string) => kept.delete(addressOf(key)),
      add: async (key: string) => void kept.set(addressOf(key), new Response('file')),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
    }
  }
  return {
    open: async (name: string) => open(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: string, { cacheName }: { cacheName?: string } = {}) =>
      [...all]
        .filter(([name]) => cacheName === undefined || name === cacheName)
        .map(([, kept]) => kept.get(addressOf(key)))
        .find(Boolean)
        ?.clone(),
  }
}

type Network = (path: string) => Promise<Response>
let caches: ReturnType<typeof storage>
let network: Network
beforeEach(() => {
  caches = storage()
  network = async () => new Response('<html lang="en">nothing</html>')
})

const offline: Network = () => Promise.reject(new TypeError('Failed to fetch'))

/** A worker of one language, and what the browser tells it. */
function worker(scope: string) {
  const heard = new Map<string, (event: object) => void>()
  const self = {
    registration: { scope: SITE + scope },
    location: { origin: SITE },
    addEventListener: (name: string, hear: (event: object) => void) => heard.set(name, hear),
  }
  const fetch = (asked: string | { url: string }) =>
    network(new URL(typeof asked === 'string' ? asked : asked.url).pathname)
  runInNewContext(code, { self, caches, fetch, URL, Response, Headers, Date, Set, Promise })
  const tell = async (name: string, event: object): Promise<Response | undefined> => {
    const left: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    const waitUntil = (work: Promise<unknown>) => left.push(work)
    const respondWith = (given: Promise<Response>) => (answer = given)
    heard.get(name)?.({ ...event, waitUntil, respondWith })
    const answered = await answer
    await Promise.all(left)
    return answered
  }
  return {
    signedIn: (whose: string) =>
      tell('message', {
        data: { words: { whose, lang: 'en', title: 'x', text: 'x', today: 'x', keepMs: 60_000 } },
      }),
    visit: (path: string) =>
      tell('fetch', { request: { method: 'GET', mode: 'navigate', url: SITE + path } }),
  }
}

const today = (of: string) => async () => new Response(`<html lang="en">Today of ${of}</html>`)
const read = async (answer: Response | undefined) => answer?.text()

test('what one person was shown is not kept for the next, in another language either', async () => {
  const [english, malay] = [worker('/admin'), worker('/ms/admin')]
  network = today('the owner')
  await english.signedIn('1 owner')
  // The owner's session was ended elsewhere; crew sign in here, in Malay.
  network = today('crew')
  await malay.signedIn('2 crew')
  network = offline
  expect(await read(await english.visit('/admin/today'))).not.toContain('owner')
  expect(await read(await malay.visit('/ms/admin/today'))).toContain('Today of crew')
})

test('another role of the same person keeps nothing of the one before', async () => {
  const english = worker('/admin')
  network = today('the owner')
  await english.signedIn('1 owner')
  network = offline
  await english.signedIn('1 crew')
  expect(await read(await english.visit('/admin/today'))).not.toContain('owner')
})

test('an answer that was on its way when somebody else signed in is not kept', async () => {
  const english = worker('/admin')
  let arrive: (answer: Response) => void = () => undefined
  network = today('the owner')
  await english.signedIn('1 owner')
  network = () => new Promise((done) => (arrive = done))
  const visit = english.visit('/admin/today')
  await new Promise((done) => setTimeout(done))
  network = async () => new Response(null, { status: 500 })
  await english.signedIn('2 crew')
  arrive(await today('the owner')())
  await visit
  network = offline
  expect(await read(await english.visit('/admin/today'))).not.toContain('owner')
})

test('the same person in two languages keeps both', async () => {
  const [english, malay] = [worker('/admin'), worker('/ms/admin')]
  network = today('the owner')
  await english.signedIn('1 owner')
  await malay.signedIn('1 owner')
  network = offline
  expect(await read(await english.visit('/admin/today'))).toContain('Today of the owner')
  expect(await read(await malay.visit('/ms/admin/today'))).toContain('Today of the owner')
})

test('an answer that the session has ended leaves nothing', async () => {
  const english = worker('/admin')
  network = today('the owner')
  await english.signedIn('1 owner')
  network = async () => new Response(null, { status: 401 })
  await english.visit('/admin/today')
  expect(await caches.keys()).toEqual([])
})
