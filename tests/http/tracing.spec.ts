// What a collector of traces is told of a visit: routes and times, no address of anybody's own page.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from '@/tests/support/e2e'
import { test } from '@/tests/support/http'
import { startWithoutPayments } from '@/tests/support/instances'

const TOKEN = 'hE4xOwoNe8Wq3p1zT0KbVg'

test('a collector gets spans of pages and calls, without the token of either', async () => {
  test.setTimeout(120_000)
  const bodies: string[] = []
  const collector = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const { port } = collector.address() as AddressInfo
  const app = await startWithoutPayments(undefined, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  try {
    for (const path of ['/booking', `/manage/${TOKEN}`, `/zh/manage/${TOKEN}`])
      await (await fetch(app.url + path)).text()
    await (await fetch(`${app.url}/api/manage/${TOKEN}/payment?email=aina@example.com`)).text()
  } finally {
    // It sends what is left, although its start still warms pages.
    await app.stop()
    collector.close()
  }
  const sent = bodies.join('\n')
  expect(sent).toContain('BaseServer.handleRequest GET /[locale]/booking')
  expect(sent).not.toContain(TOKEN)
  expect(sent).not.toContain('aina@')
})
