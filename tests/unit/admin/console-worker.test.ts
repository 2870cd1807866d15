// The console's service worker with a cache, a network and a push service of our own: what it keeps, for
// whom, and what it shows.
import { randomUUID } from 'node:crypto'
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
      async add(key: string) {
        if (!(await network(key, {})).ok) throw new TypeError('Failed to fetch')
        kept.set(addressOf(key), new Response('file'))
      },
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

type Call = { method?: string; headers?: Record<string, string>; body?: string }
type Network = (path: string, call: Call) => Promise<Response>
let caches: ReturnType<typeof storage>
let network: Network
beforeEach(() => {
  caches = storage()
  network = async () => new Response('<html lang="en">nothing</html>')
})

const offline: Network = () => Promise.reject(new TypeError('Failed to fetch'))

type Subscription = { endpoint: string; unsubscribe(): Promise<boolean>; toJSON(): object }

/** The browser's push service: its address changes with each subscription. */
function pushService() {
  const service = {
    now: null as Subscription | null,
    allowed: true,
    away: false,
    /** Nothing is known of it: a browser without its maker's services, or a network that blocks them. */
    broken: false,
    keys: [] as string[],
    /** As a push service that changes the address. */
    move(): Subscription {
      const endpoint = `https://push.example.com/${service.keys.length}-${randomUUID()}`
      const unsubscribe = async () => {
        service.now = null
        return true
      }
      const toJSON = () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' }, expirationTime: null })
      return (service.now = { endpoint, unsubscribe, toJSON })
    },
    manager: {
      async getSubscription() {
        if (service.broken) throw new Error('AbortError')
        return service.now
      },
      permissionState: async () => (service.allowed ? 'granted' : 'denied'),
      async subscribe(asked: { userVisibleOnly: boolean; applicationServerKey: string }) {
        if (!service.allowed || !asked.userVisibleOnly) throw new Error('NotAllowedError')
        if (service.away) throw new Error('AbortError')
        service.keys.push(asked.applicationServerKey)
        return service.move()
      },
    },
  }
  return service
}

type Port = { onmessage?: () => void }

/** A window of the console; one whose scripts run goes to a page by itself when it is asked. */
function windowAt(path: string, opened: string[], { isReady = true, isGone = false } = {}) {
  const client = {
    url: SITE + path,
    focused: 0,
    async focus() {
      if (isGone) throw new Error('NotFoundError')
      client.focused++
      return client
    },
    navigate: async (url: string) => void opened.push(`loaded ${url}`),
    postMessage({ url }: { url: string }, [port]: [{ answer(): void }]) {
      if (!isReady) return
      opened.push(`here ${url}`)
      port.answer()
    },
  }
  return client
}

/** As the browser's, with one message. */
class MessageChannel {
  port1: Port = {}
  port2 = { answer: () => this.port1.onmessage?.() }
}

/** A worker of one language, and what the browser tells it. */
function worker(scope: string, windows: ReturnType<typeof windowAt>[] = [], opened: string[] = []) {
  const heard = new Map<string, (event: object) => void>()
  const service = pushService()
  const shown: [string, Record<string, unknown>][] = []
  const self = {
    registration: {
      scope: SITE + scope,
      pushManager: service.manager,
      showNotification: async (...what: (typeof shown)[number]) => void shown.push(what),
      getNotifications: async () =>
        shown.map((what) => ({ close: () => shown.splice(shown.indexOf(what), 1) })),
    },
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => void opened.push(`new ${url}`),
    },
    location: { origin: SITE },
    addEventListener: (name: string, hear: (event: object) => void) => heard.set(name, hear),
  }
  const fetch = (asked: string | { url: string }, call: Call = {}) =>
    network(new URL(typeof asked === 'string' ? asked : asked.url, SITE).pathname, call)
  const setTimeout = (done: (value: unknown) => void, _ms: number, value: unknown) =>
    setImmediate(done, value)
  runInNewContext(code, {
    ...{ self, caches, fetch, URL, Response, Headers, Date, Set, Promise },
    ...{ MessageChannel, setTimeout },
  })
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
    ...{ service, shown, opened },
    signedIn: (whose: string, lang = 'en') =>
      tell('message', {
        data: { words: { whose, lang, title: 'x', text: 'x', today: 'x', keepMs: 60_000 } },
      }),
    /** As the page of the account does it. */
    async turnOn() {
      const { endpoint } = service.move()
      await tell('message', { data: { phone: { key: 'our key', endpoint } } })
    },
    async turnOff() {
      await tell('message', { data: { phone: null } })
      service.now = null
    },
    changed: () => tell('pushsubscriptionchange', {}),
    push: (text: object) => tell('push', { data: { json: () => text } }),
    async press(url: string) {
      let isClosed = false
      const notification = { data: { url }, close: () => (isClosed = true) }
      await tell('notificationclick', { notification })
      return isClosed
    },
    visit: (path: string) =>
      tell('fetch', { request: { method: 'GET', mode: 'navigate', url: SITE + path } }),
    /** As a page loads its scripts and styles. */
    load: (path: string) =>
      tell('fetch', { request: { method: 'GET', mode: 'no-cors', url: SITE + path } }),
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

describe('after a deployment', () => {
  const pageWith = (file: string) => `<html lang="en"><script src="${file}"></script>${file}</html>`
  const [before, after] = ['/_next/static/chunks/before.js', '/_next/static/chunks/after.js']
  const deployed =
    (file: string): Network =>
    async (path) =>
      new Response(path.startsWith('/_next/') ? 'file' : pageWith(file))

  test('the new Today is kept with its files, and the former files are not', async () => {
    const english = worker('/admin')
    network = deployed(before)
    await english.signedIn('1 owner')
    network = deployed(after)
    await english.visit('/admin/today')
    network = offline
    expect(await read(await english.visit('/admin/today'))).toContain(after)
    expect(await read(await english.load(after))).toBe('file')
    expect((await english.load(before))?.type).toBe('error')
  })

  test.each([
    ['is interrupted', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['answers 503', async () => new Response(null, { status: 503 })],
  ])('the former Today keeps its own files where the connection %s', async (_name, failing) => {
    const english = worker('/admin')
    network = deployed(before)
    await english.signedIn('1 owner')
    network = async (path) =>
      path.startsWith('/_next/') ? failing() : new Response(pageWith(after))
    await english.visit('/admin/today').catch(() => null)
    network = offline
    expect(await read(await english.visit('/admin/today'))).toContain(before)
    expect(await read(await english.load(before))).toBe('file')
  })
})

test('nothing is kept after the session where the push service answers nothing', async () => {
  const english = worker('/admin')
  network = today('the owner')
  await english.signedIn('1 owner')
  english.service.broken = true
  network = async () => new Response(null, { status: 401 })
  await english.visit('/admin/today').catch(() => null)
  expect(await caches.keys()).toEqual([])
})

describe('a notification', () => {
  const text = {
    ...{ title: 'New booking', body: 'Tue 1 Dec, 09:00–10:00', tag: 'booking-7' },
    ...{ url: '/ms/admin/bookings/7', lang: 'ms' },
  }

  test('is shown as it was sent, in place of the one before about the same', async () => {
    const malay = worker('/ms/admin')
    await malay.push(text)
    const { title, url, ...rest } = text
    expect(malay.shown).toEqual([
      [title, expect.objectContaining({ ...rest, renotify: true, data: { url } })],
    ])
  })

  test('is closed with the session, and when somebody else signs in', async () => {
    const malay = worker('/ms/admin')
    await malay.signedIn('1 owner', 'ms')
    await malay.push(text)
    await malay.signedIn('1 owner', 'ms')
    expect(malay.shown).toHaveLength(1)
    await malay.signedIn('2 crew', 'ms')
    expect(malay.shown).toEqual([])
    await malay.push(text)
    malay.service.broken = true
    network = async () => new Response(null, { status: 401 })
    await malay.visit('/ms/admin/today').catch(() => null)
    expect(malay.shown).toEqual([])
  })

  const page = `${SITE}${text.url}`
  test.each([
    ['here, where what is typed stays', '/ms/admin/settings', {}, `here ${page}`],
    [
      'by loading it, where nobody answers',
      '/ms/admin/login',
      { isReady: false },
      `loaded ${page}`,
    ],
    ['in a window, where this one is gone', '/ms/admin', { isGone: true }, `new ${page}`],
  ])('opens its page %s', async (_name, path, state, opens) => {
    const opened: string[] = []
    const client = windowAt(path, opened, state)
    expect(await worker('/ms/admin', [client], opened).press(text.url)).toBe(true)
    expect(opened).toEqual([opens])
    expect(client.focused).toBe(opens.startsWith('new') ? 0 : 1)
  })

  test('opens its page in a window where the console is open nowhere', async () => {
    const closed = worker('/ms/admin')
    await closed.press(text.url)
    expect(closed.opened).toEqual([`new ${page}`])
  })

  test('goes to the window that shows its page already', async () => {
    const opened: string[] = []
    const [other, same] = [windowAt('/ms/admin/today', opened), windowAt(text.url, opened)]
    await worker('/ms/admin', [other, same], opened).press(text.url)
    expect([other.focused, same.focused]).toEqual([0, 1])
  })

  test.each(['https://evil.example/ms/admin', '//evil.example/ms/admin', '/ms/booking', '/admin'])(
    'opens nothing outside of its console: %s',
    async (url) => {
      const opened: string[] = []
      await worker('/ms/admin', [windowAt('/ms/admin', opened)], opened).press(url)
      expect(opened).toEqual([])
    },
  )

  test.each([
    ['the session has ended', new Response(null, { status: 401 }), '/admin/today'],
    ['somebody has to sign in', new Response('<html lang="en">'), '/admin/login'],
  ])('does not come any more where %s', async (_name, answer, path) => {
    const english = worker('/admin')
    network = today('the owner')
    await english.signedIn('1 owner')
    await english.turnOn()
    network = async () => answer
    await english.visit(path)
    expect(english.service.now).toBeNull()
    expect(await caches.keys()).toEqual([])
  })
})

// Push services change the address of a phone from time to time; what goes to the old one is lost.
describe('another address of the same phone', () => {
  type Told = { path: string; language: string | undefined; method: string; body: object | null }
  let told: Told[]
  let answer: () => Promise<Response>
  beforeEach(() => {
    told = []
    answer = async () => new Response(null, { status: 204 })
    network = async (path, { method = 'GET', headers, body }) => {
      if (path !== '/api/admin/push') return today('the owner')()
      told.push({
        ...{ path, method, language: headers?.['x-language'] },
        body: body ? (JSON.parse(body) as object) : null,
      })
      return answer()
    }
  })
  async function phone() {
    const chinese = worker('/zh/admin')
    await chinese.signedIn('1 owner', 'zh-Hans')
    await chinese.turnOn()
    return chinese
  }
  const anew = ({ service }: ReturnType<typeof worker>) => ({
    ...{ path: '/api/admin/push', method: 'POST', language: 'zh' },
    body: {
      endpoint: service.now?.endpoint,
      keys: { p256dh: 'p', auth: 'a' },
      expirationTime: null,
    },
  })

  test('is asked for and told to the server, when the browser says that the old one is over', async () => {
    const chinese = await phone()
    chinese.service.now = null
    await chinese.changed()
    expect(chinese.service.keys).toEqual(['our key'])
    expect(told).toEqual([anew(chinese)])
    // And the next one after it.
    chinese.service.now = null
    await chinese.changed()
    expect(told).toHaveLength(2)
    expect(told[1]).toEqual(anew(chinese))
  })

  test('is told where the browser has made it already', async () => {
    const chinese = await phone()
    chinese.service.move()
    await chinese.changed()
    expect(chinese.service.keys).toEqual([])
    expect(told).toEqual([anew(chinese)])
  })

  test('is told at the next visit where the browser says nothing', async () => {
    const chinese = await phone()
    await chinese.signedIn('1 owner', 'zh-Hans')
    expect(told).toEqual([])
    chinese.service.now = null
    await chinese.signedIn('1 owner', 'zh-Hans')
    expect(told).toEqual([anew(chinese)])
    await chinese.signedIn('1 owner', 'zh-Hans')
    expect(told).toHaveLength(1)
  })

  test.each([
    ['there was no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server was not there', async () => new Response(null, { status: 503 })],
  ])('is told later where %s', async (_name, failure) => {
    const chinese = await phone()
    chinese.service.move()
    answer = failure
    await chinese.changed()
    answer = async () => new Response(null, { status: 204 })
    await chinese.signedIn('1 owner', 'zh-Hans')
    expect(told).toEqual([anew(chinese), anew(chinese)])
  })

  test.each([401, 409])('ends where the server does not want it (%s)', async (status) => {
    const chinese = await phone()
    chinese.service.now = null
    answer = async () => new Response(null, { status })
    await chinese.changed()
    expect(chinese.service.now).toBeNull()
    await chinese.changed()
    expect(told).toHaveLength(1)
  })

  test('is told where Today cannot be kept', async () => {
    const chinese = await phone()
    chinese.service.move()
    const usual = network
    network = async (path, call) => {
      if (path.startsWith('/_next/')) return offline(path, call)
      return path === '/zh/admin/today' ? new Response('/_next/static/a.js') : usual(path, call)
    }
    await chinese.signedIn('1 owner', 'zh-Hans').catch(() => null)
    await new Promise((done) => setTimeout(done, 10))
    expect(told).toEqual([anew(chinese)])
  })

  test('is asked for again at the next visit where the push service is away', async () => {
    const chinese = await phone()
    Object.assign(chinese.service, { now: null, away: true })
    await chinese.changed()
    expect(told).toEqual([])
    chinese.service.away = false
    await chinese.signedIn('1 owner', 'zh-Hans')
    expect(told).toEqual([anew(chinese)])
  })

  test('cannot be had any more: the server hears of it, once', async () => {
    const chinese = await phone()
    Object.assign(chinese.service, { now: null, allowed: false })
    await chinese.changed()
    await chinese.changed()
    expect(told).toMatchObject([{ method: 'DELETE', body: null }])
  })

  test('is not asked for where they were turned off, or never on, or are somebody else’s', async () => {
    const never = worker('/admin')
    await never.signedIn('1 owner')
    await never.changed()
    const off = await phone()
    await off.turnOff()
    await off.changed()
    const other = await phone()
    other.service.now = null
    await other.signedIn('2 crew')
    expect(told).toEqual([])
  })
})
