import 'server-only'
import type { Attributes } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import { loggedPath } from './access-log'

type Options = {
  /** Of an OTLP collector that takes JSON over HTTP, without /v1/traces. */
  endpoint: string
  /** Of the requests, from 0 to 1. */
  share: number
  version: string
}

const EXPORT_MS = 5_000
const WORD = /^[\w.-]{1,80}$/
const KEPT = ['next.span_type', 'http.method', 'http.status_code', 'net.peer.name', 'next.rsc']

/** Our server and Next's handlers are two bundles in one process. */
const holder = globalThis as { studioTraces?: { flush(): Promise<void> } }

/**
 * Sends the spans that Next makes to a collector. No propagator: a visitor's traceparent neither joins a
 * trace nor decides that a request is sampled.
 */
export function startTracing({ endpoint, share, version }: Options): void {
  if (holder.studioTraces) return
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'studio', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    // It drops spans beyond 2,048 that wait, so that an absent collector costs no more memory.
    spanProcessors: [
      new BatchSpanProcessor(withoutSecrets(exporter), { exportTimeoutMillis: EXPORT_MS }),
    ],
  })
  provider.register({ propagator: null })
  holder.studioTraces = { flush: () => provider.forceFlush() }
}

const withoutSecrets = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(plainSpan), done),
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
})

/**
 * The span with a name made of its kind, method and route, and with those attributes alone: Next's own
 * contain addresses, and the address of a booking's page is the right to change it.
 */
function plainSpan(span: ReadableSpan): ReadableSpan {
  const attributes: Attributes = {}
  for (const name of KEPT) {
    const value = span.attributes[name]
    if (value === undefined || (typeof value === 'string' && !WORD.test(value))) continue
    attributes[name] = value
  }
  const route = span.attributes['http.route'] ?? span.attributes['next.route']
  if (typeof route === 'string') attributes['http.route'] = loggedPath(route)
  const { 'next.span_type': type, 'http.method': method, 'net.peer.name': host } = attributes
  const words = [type ?? 'other', method, attributes['http.route'] ?? host]
  return {
    ...{ name: words.filter(Boolean).join(' '), attributes },
    kind: span.kind,
    spanContext: () => span.spanContext(),
    parentSpanContext: span.parentSpanContext,
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    // Messages of errors may quote what was sent.
    ...{ links: [], events: [] },
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  }
}
