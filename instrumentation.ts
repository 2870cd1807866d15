// Next's own hook, called once in each process before its first request.
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { env } = await import('./lib/env')
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = env()
  // Its packages are loaded for those who name a collector.
  if (!endpoint) return
  const { currentRelease } = await import('./lib/release')
  const { startTracing } = await import('./server/tracing')
  startTracing({ endpoint, share, version: currentRelease().version })
}
