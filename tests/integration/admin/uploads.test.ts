import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as uploads from '@/app/api/uploads/route'
import * as upload from '@/app/api/uploads/[name]/route'
import { troubles } from '@/lib/admin/attention/queries'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { UPLOAD_LIMIT } from '@/lib/uploads/rules'
import { storage } from '@/lib/uploads/storage'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { ownerCalls } from './admin-calls'

let database: TestDatabase
let owner: Awaited<ReturnType<typeof ownerCalls>>
const folder = mkdtempSync(join(tmpdir(), 'uploads-'))
beforeAll(async () => {
  database = await testDatabase()
  env().STUDIO_DATA_DIR = folder
  owner = await ownerCalls(database.sql)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#caa' } })

/** A multipart body with one file, as a browser sends it. */
async function formOf(bytes: Uint8Array, name = 'file') {
  const form = new FormData()
  form.set(name, new File([new Uint8Array(bytes)], '../../etc/passwd.png', { type: 'image/png' }))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return {
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  }
}
const send = async (bytes: Uint8Array, name?: string) =>
  owner.ask<{ url: string; width: number; height: number }>(
    uploads.POST,
    '/api/uploads',
    await formOf(bytes, name),
  )
const stored = () => readdirSync(join(folder, 'uploads'))

test('a picture is resized, turned upright, stripped, encoded anew, and served for ever', async () => {
  const turned = await picture(4000, 2000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { status, body } = await send(turned)
  expect([status, body.width, body.height]).toEqual([201, 960, 1920])
  expect(body.url).toMatch(/^\/api\/uploads\/[0-9a-f]{40}\.webp$/)
  expect(stored()).toEqual([body.url.split('/').at(-1)])
  const served = await callRoute(upload.GET, body.url, {
    params: { name: body.url.split('/').at(-1) ?? '' },
  })
  expect(
    Object.fromEntries(
      ['content-type', 'content-disposition', 'cache-control', 'x-content-type-options'].map(
        (name) => [name, served.headers.get(name)],
      ),
    ),
  ).toEqual({
    'content-type': 'image/webp',
    'content-disposition': `inline; filename="${body.url.split('/').at(-1)}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const kept = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
  expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(['webp', 960, 1920, undefined])
  expect((await owner.audit()).at(-1)).toMatchObject({
    actor: 'owner',
    action: 'upload',
    after: { url: body.url },
  })
  // The same picture again is the same file.
  expect((await send(turned)).body.url).toBe(body.url)
  expect(stored()).toHaveLength(1)
})

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
test.each([
  ['text', Buffer.from('not a picture')],
  ['HTML that calls itself a picture', Buffer.from('<html><script>alert(1)</script></html>')],
  ['an SVG', SVG],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['half a PNG', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64')],
])('%s is refused with a sentence', async (_, bytes) => {
  const before = stored()
  const { status, body } = await send(bytes)
  expect([status, body.code, body.message]).toEqual([
    400,
    'invalid_request',
    'We cannot open this file as a picture. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  ])
  expect(stored()).toEqual(before)
})

test('more pixels than any camera has are not unpacked', async () => {
  const bomb = await picture(10_000, 6_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.byteLength).toBeLessThan(UPLOAD_LIMIT)
  expect((await send(bomb)).status).toBe(400)
})

test('too much is refused before it is read: by its announced length, and while it streams', async () => {
  const { status, body } = await send(new Uint8Array(UPLOAD_LIMIT + 1))
  expect([status, body.code, body.message]).toEqual([
    413,
    'too_large',
    'This file is too large: at most 8 MB.',
  ])
  const announced = await owner.ask(uploads.POST, '/api/uploads', {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(2 * 1024 ** 3),
    },
  })
  expect(announced.status).toBe(413)
})

test.each<
  [string, { body: Uint8Array | string | object; headers?: Record<string, string> }, number]
>([
  ['JSON', { body: { file: 'x' } }, 415],
  [
    'a form without a boundary',
    { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
    415,
  ],
  [
    'a broken form',
    { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } },
    400,
  ],
])('%s is answered with %i', async (_, call, status) => {
  expect((await owner.ask(uploads.POST, '/api/uploads', { method: 'POST', ...call })).status).toBe(
    status,
  )
})

test('an empty file is said to be empty, where nothing could be marked', async () => {
  const { status, body } = await send(new Uint8Array(0))
  expect([status, body.message, body.fields]).toEqual([
    400,
    'This file is empty. Please choose it again, or another one.',
    { file: 'This file is empty. Please choose it again, or another one.' },
  ])
})

test('a file under another name, and no session', async () => {
  expect((await send(await picture(4, 4).png().toBuffer(), 'picture')).body.fields).toEqual({
    file: 'No file was sent. Please choose one.',
  })
  expect(
    (
      await callRoute(
        uploads.POST,
        '/api/uploads',
        await formOf(await picture(4, 4).png().toBuffer()),
      )
    ).status,
  ).toBe(401)
})

test.each(['x.webp', '../secret.webp', `${'a'.repeat(40)}.webp`, `${'a'.repeat(40)}.png`])(
  '%s is not found',
  async (name) => {
    expect((await callRoute(upload.GET, '/api/uploads/x', { params: { name } })).status).toBe(404)
  },
)

test('a bucket is spoken to with signed requests', async () => {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    if (!/^AWS4-HMAC-SHA256 Credential=key\//.test(request.headers.authorization ?? ''))
      return response.writeHead(403).end()
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        if (request.method === 'PUT') objects.set(request.url ?? '', Buffer.concat(chunks))
        const found = objects.get(request.url ?? '')
        response.writeHead(found ? 200 : 404).end(request.method === 'GET' ? found : undefined)
      })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  Object.assign(env(), {
    UPLOADS_S3_BUCKET_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/studio`,
    UPLOADS_S3_ACCESS_KEY_ID: 'key',
    UPLOADS_S3_SECRET_ACCESS_KEY: 'secret',
  })
  try {
    const { body } = await send(await picture(20, 10).png().toBuffer())
    const name = body.url.split('/').at(-1) ?? ''
    expect([...objects.keys()]).toEqual([`/studio/${name}`])
    const served = await callRoute(upload.GET, body.url, { params: { name } })
    expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).width).toBe(20)
    expect(
      (await callRoute(upload.GET, '/x', { params: { name: `${'b'.repeat(40)}.webp` } })).status,
    ).toBe(404)
  } finally {
    Object.assign(env(), { UPLOADS_S3_BUCKET_URL: undefined })
    server.closeAllConnections()
    server.close()
  }
})

test('a bucket that sends us elsewhere is not followed', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    request.resume().on('end', () => response.writeHead(307, { location: '/elsewhere' }).end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  Object.assign(env(), {
    UPLOADS_S3_BUCKET_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/studio`,
    UPLOADS_S3_ACCESS_KEY_ID: 'key',
    UPLOADS_S3_SECRET_ACCESS_KEY: 'secret',
  })
  try {
    const name = `${'c'.repeat(40)}.webp`
    await expect(storage().put(name, Buffer.from('x'))).rejects.toThrow('answered 307 to PUT')
    await expect(storage().get(name)).rejects.toThrow('answered 307 to GET')
    expect(asked).toEqual([`/studio/${name}`, `/studio/${name}`])
  } finally {
    Object.assign(env(), { UPLOADS_S3_BUCKET_URL: undefined })
    server.closeAllConnections()
    server.close()
  }
})

// Seen in content systems: an animation becomes its first frame, and a camera's picture is refused
// with the advice to choose what it already is.
describe('real life: pictures of cameras and chats', () => {
  const animation = async (frames: number) => {
    const pictures = Array.from({ length: frames }, (_, at) =>
      sharp({
        create: { width: 40, height: 30, channels: 3, background: at % 2 ? '#f00' : '#00f' },
      })
        .png()
        .toBuffer(),
    )
    return sharp(await Promise.all(pictures), { join: { animated: true } })
  }

  test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (format) => {
    const { body } = await send(await (await animation(4)).toFormat(format).toBuffer())
    expect(body).toMatchObject({ width: 40, height: 30 })
    const kept = await storage().get(body.url.split('/').at(-1) ?? '')
    const { pages } = await sharp(kept as Uint8Array, { animated: true }).metadata()
    expect(pages).toBe(4)
  })

  test('more than 50 megapixels are named as the reason', async () => {
    const large = await picture(10_000, 5_100).jpeg({ quality: 1 }).toBuffer()
    const { status, body } = await send(large)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('50 million pixels')
  })

  test('a JPEG that is cut off is said to be incomplete', async () => {
    const noise = sharp({
      create: {
        width: 600,
        height: 400,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
    const whole = await noise.jpeg().toBuffer()
    const { status, body } = await send(whole.subarray(0, whole.length / 2))
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('incomplete or damaged')
  })

  test('what is no picture is still said to be none', async () => {
    const { body } = await send(new TextEncoder().encode('<svg/>'))
    expect(JSON.stringify(body)).toContain('cannot open this file')
  })
})

test('a sound is stored as it is, under its own type, and served in parts', async () => {
  const sound = new Uint8Array(200).fill(7)
  sound.set([...'ID3'].map((letter) => letter.charCodeAt(0)))
  const { status, body } = await send(sound)
  expect([status, Object.keys(body)]).toEqual([201, ['url']])
  expect(body.url).toMatch(/^\/api\/uploads\/[0-9a-f]{40}\.mp3$/)
  const name = body.url.split('/').at(-1) ?? ''
  const ask = (range?: string) =>
    callRoute(upload.GET, body.url, { params: { name }, ...(range && { headers: { range } }) })
  const whole = await ask()
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(sound)
  const some = await ask('bytes=100-149')
  expect([some.status, some.headers.get('content-range')]).toEqual([206, 'bytes 100-149/200'])
  expect(new Uint8Array(await some.arrayBuffer())).toEqual(sound.slice(100, 150))
  const none = await ask('bytes=200-')
  expect([none.status, none.headers.get('content-range')]).toEqual([416, 'bytes */200'])
  expect((await owner.audit()).at(-1)).toMatchObject({ action: 'upload', after: { url: body.url } })
})

// Seen on a server whose disk was full: parts of files stayed, and the owner read "an error".
test('real life: a file that cannot be kept leaves nothing, and the owner is told until one is kept', async () => {
  jest.spyOn(log, 'error').mockImplementation(() => undefined)
  const sound = new Uint8Array(300).fill(9)
  sound.set([...'ID3'].map((letter) => letter.charCodeAt(0)))
  const name = (await send(sound)).body.url.split('/').at(-1) ?? ''
  const before = stored()
  // The bytes are written, and cannot be put in their place.
  rmSync(join(folder, 'uploads', name))
  mkdirSync(join(folder, 'uploads', name, 'in-the-way'), { recursive: true })
  const { status, body } = await send(sound)
  expect([status, JSON.stringify(body)]).toEqual([503, expect.stringContaining('could not keep')])
  expect(stored()).toEqual(before)
  const kinds = async () => (await troubles()).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['uploads'])
  rmSync(join(folder, 'uploads', name), { recursive: true })
  expect((await send(sound)).status).toBe(201)
  expect(await kinds()).toEqual([])
})
