import type { AnsweredCall, Traces } from '#server/kernel/traces.ts'

interface TracesOptions {
  /** Base address of a collector that takes OTLP over HTTP; undefined for none. */
  url: string | undefined
  release: string | undefined
}

/** Time for one batch, with its repetitions. */
const sendMs = 3000
const stopMs = 2000

/**
 * Opens traces to a collector: one span for each call, sent in batches. What the collector does not take is dropped and holds nothing up. Without
 * an address nothing of OpenTelemetry is loaded. @returns undefined without an address
 */
export async function openTraces({ url, release }: TracesOptions): Promise<Traces | undefined> {
  if (url === undefined) return undefined
  const [api, { TracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: sendMs,
    keepAlive: false,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'bawaba', 'service.version': release ?? 'unknown' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('bawaba')
  return {
    recordCall: (call) => {
      const parent = parentOf(call)
      const context = parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT
      const { method, route, status, requestId, startedMs: startTime, endedMs } = call
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'bawaba.request_id': requestId,
      }
      const span = tracer.startSpan(`${method} ${route}`, { kind: api.SpanKind.SERVER, startTime, attributes }, context)
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end(endedMs)
    },
    stop: async () => {
      const patience = new Promise<void>((resolve) => {
        setTimeout(resolve, stopMs).unref()
      })
      await Promise.race([provider.shutdown().catch(() => undefined), patience])
    },
  }
}

const traceparent = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** Returns the span that a proxy has begun; undefined for none, or one that is not well-formed. */
function parentOf({ parent }: AnsweredCall) {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.exec(parent ?? '') ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
