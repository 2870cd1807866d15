import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const TOKEN = 'hE4xOwoNe8Wq3p1zT0KbVg'
const SECRETS = [TOKEN, 'aina@example.com', 'cus_1', 'pi_1_secret_x', 'Aina Rahman', 'b@c']

type Sent = {
  resourceSpans: { scopeSpans: { spans: { name: string; status: object }[] }[] }[]
}

// Next writes the whole address of a request into its spans, and that of each call of our own.
test('a collector gets what took how long, and nothing that is secret or personal', async () => {
  const asked: (string | undefined)[] = []
  const bodies: string[] = []
  const collector = createServer((request, response) => {
    asked.push(request.url)
    void text(request).then((body) => {
      bodies.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const { port } = collector.address() as AddressInfo
  const site = spawn(
    process.execPath,
    ['scripts/run.mjs', 'tests/support/traced.ts', `http://127.0.0.1:${port}/`, TOKEN],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  await once(site, 'exit')
  collector.close()
  expect(asked).toEqual(['/v1/traces'])
  const sent = bodies.join('')
  for (const secret of SECRETS) expect([secret, sent.includes(secret)]).toEqual([secret, false])
  const { resourceSpans } = JSON.parse(sent) as Sent
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: s }) => s))
  expect(spans.map(({ name }) => name).sort()).toEqual([
    'AppRender.fetch GET api.stripe.com',
    'BaseServer.handleRequest GET /[locale]/manage/…',
    'other',
  ])
  expect(spans.find(({ name }) => name.startsWith('Base'))?.status).toEqual({ code: 2 })
}, 30_000)
