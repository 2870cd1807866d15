// Makes the spans that Next makes of one request, with what is secret in them, and sends them to the
// collector that the first argument names. In a process of its own: the exporter loads Node's modules by
// import(), which Jest refuses.
import { SpanStatusCode, trace } from '@opentelemetry/api'
import { startTracing } from '@/server/tracing'

const [endpoint = '', token = ''] = process.argv.slice(2)
startTracing({ endpoint, share: 1, version: '1.0.0' })
const tracer = trace.getTracer('next.js', '0.0.1')
tracer.startActiveSpan(`GET /manage/${token}`, (span) => {
  span.setAttributes({
    'next.span_type': 'BaseServer.handleRequest',
    'next.span_name': `GET /manage/${token}`,
    'http.method': 'GET',
    'http.target': `/manage/${token}?email=aina@example.com`,
    'http.route': `/[locale]/manage/${token}`,
    'http.status_code': 500,
  })
  tracer.startActiveSpan('fetch GET https://api.stripe.com/v1/customers/cus_1', (inner) => {
    inner.setAttributes({
      'next.span_type': 'AppRender.fetch',
      'http.url': 'https://api.stripe.com/v1/customers/cus_1',
      'http.method': 'GET',
      'net.peer.name': 'api.stripe.com',
    })
    inner.end()
  })
  span.recordException(new Error('no booking of Aina Rahman'))
  span.addEvent('pi_1_secret_x')
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'no booking of Aina Rahman' })
  span.end()
})
tracer.startSpan('aina@example.com', { attributes: { 'next.span_type': 'a b@c' } }).end()
const { studioTraces } = globalThis as { studioTraces?: { flush(): Promise<void> } }
await studioTraces?.flush()
process.exit(0)
