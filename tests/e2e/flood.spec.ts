// Real life: one connection that asks for much. Seen with scanners and scripts. npm run chaos --
// flood.test has the same for ten minutes. Not beside tests/http, whose tests ask for every page: the
// server answers them 503 for as long as this has it busy.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { site } from '@/tests/support/e2e'

test('three hundred requests at once are answered in order, or left with their client @desktop', async () => {
  const { host, hostname, port } = new URL(site().SITE_URL ?? '')
  const health = `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const page = `GET /manage/${'x'.repeat(24)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const open = (text: string) =>
    new Promise<ReturnType<typeof connect>>((done) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(text)
        done(socket)
      })
    })

  const all = await open(health.repeat(300))
  let answers = ''
  all.on('data', (chunk) => (answers += String(chunk)))
  await expect.poll(() => answers.match(/HTTP\/1\.1 200/g)?.length).toBe(300)
  all.destroy()

  const leaving = await open(page.repeat(300))
  await sleep(100)
  leaving.destroy()
  const begun = Date.now()
  expect((await fetch(`${site().SITE_URL}/api/health`)).status).toBe(200)
  expect(Date.now() - begun).toBeLessThan(3_000)
})
