import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foldersIn, KEPT_MS, keepBuild, MOST_KEPT } from '@/server/earlier-builds'

// Seen on sites behind bundlers that name files by their content: after a deployment every page
// that is still open asks for files that the new server does not have.
describe('real life: the files of earlier builds', () => {
  let place: string
  beforeEach(() => void (place = mkdtempSync(join(tmpdir(), 'builds-'))))
  afterEach(() => rmSync(place, { recursive: true }))

  const build = (id: string) => {
    const current = join(place, `static-${id}`)
    mkdirSync(join(current, 'chunks'), { recursive: true })
    writeFileSync(join(current, 'chunks', `${id}.js`), `part of ${id}`)
    return current
  }
  const start = (id: string, now: number) =>
    keepBuild({ folder: join(place, 'kept'), current: build(id), buildId: id, now })
  const ids = (folders: string[]) => folders.map((folder) => folder.split('/').at(-1))
  const T0 = Date.now()

  test('are kept when another build starts, the last one first', async () => {
    expect(await start('one', T0)).toEqual([])
    expect(ids(await start('two', T0 + 1000))).toEqual(['one'])
    const earlier = await start('three', T0 + 2000)
    expect(ids(earlier)).toEqual(['two', 'one'])
    expect(existsSync(join(earlier[1] ?? '', 'chunks/one.js'))).toBe(true)
  })

  test('are counted from when they were replaced, not from when they were made', async () => {
    await start('one', T0)
    await start('one', T0 + 5 * KEPT_MS)
    const replaced = T0 + 6 * KEPT_MS
    expect(ids(await start('two', replaced))).toEqual(['one'])
    expect(ids(await start('two', replaced + KEPT_MS - 1000))).toEqual(['one'])
    expect(await start('two', replaced + KEPT_MS + 1000)).toEqual([])
    expect(existsSync(join(place, 'kept/one'))).toBe(false)
  })

  test('are limited in number', async () => {
    for (let at = 0; at < MOST_KEPT + 3; at++) await start(`build${at}`, T0 + at * 1000)
    const last = await start('last', T0 + 60_000)
    expect(last).toHaveLength(MOST_KEPT)
    expect(ids(last)[0]).toBe(`build${MOST_KEPT + 2}`)
  })

  test('are complete when two instances start at once, and a build that returns is current', async () => {
    await Promise.all([start('one', T0), start('one', T0), start('one', T0)])
    expect(ids(await start('two', T0 + 1000))).toEqual(['one'])
    expect(ids(await start('one', T0 + 2000))).toEqual(['two'])
    expect(ids(await start('two', T0 + 3000))).toEqual(['one'])
  })

  test('are sent as the build’s own files are, and a file of no build is left to the next', async () => {
    const manifest = JSON.stringify({ headers: [] })
    const was = process.cwd()
    mkdirSync(join(place, '.next'))
    writeFileSync(join(place, '.next/routes-manifest.json'), manifest)
    process.chdir(place)
    const { builtFiles } = await import('@/server/delivery')
    await start('one', T0)
    const current = build('two')
    const others = foldersIn(join(place, 'kept'), await start('two', T0 + 1000))
    const files = builtFiles([current], others)
    process.chdir(was)
    const server = createServer((request, response) =>
      files(request, response, () => response.writeHead(404).end()),
    )
    await new Promise<void>((done) => server.listen(0, done))
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const old = await fetch(`${site}/chunks/one.js`)
    expect([old.status, await old.text()]).toEqual([200, 'part of one'])
    expect(old.headers.get('cache-control')).toMatch(/immutable/)
    expect((await fetch(`${site}/chunks/two.js`)).status).toBe(200)
    expect((await fetch(`${site}/chunks/none.js`)).status).toBe(404)
    // Behind a balancer, a page of a later build that another instance already runs.
    await start('three', T0 + 2000)
    const script = async () => (await fetch(`${site}/chunks/three.js`)).status
    while ((await script()) !== 200) await new Promise((done) => setTimeout(done, 100))
    expect(await script()).toBe(200)
    expect((await fetch(`${site}/../kept/.replaced`)).status).toBe(404)
    expect((await fetch(`${site}/.replaced`)).status).toBe(404)
    server.close()
  })
})
