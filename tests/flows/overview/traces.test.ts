import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from '#server/app.ts'
import { readSettings } from '#server/node/settings.ts'
import { openTraces } from '#server/node/traces/otlp-traces.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { readServerState } from '#shared/sync/server-state.contract.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import { makeSchool, password, type TestSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const stateUrl = `http://alnoor.localhost${apiPrefix}${readServerState.path}`
const Value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.int(), z.string()]).optional() })
const Attributes = z.array(z.object({ key: z.string(), value: Value }))
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: Attributes,
            }),
          ),
        }),
      ),
    }),
  ),
})

describe('traces for a collector', () => {
  let box: Box
  let school: TestSchool
  let collector: Server
  let url: string
  let received: { path: string; text: string }[]
  let answer: number

  beforeEach(async () => {
    received = []
    answer = 200
    collector = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        received.push({ path: request.url ?? '', text: Buffer.concat(parts).toString('utf8') })
        response.writeHead(answer, { 'content-type': 'application/json' }).end('{}')
      })
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`
    box = await openBox('pglite')
    school = await makeSchool(box, 'alnoor')
  })
  afterEach(async () => {
    await new Promise((resolve) => collector.close(resolve))
    await box.close()
  })

  const trace = async (trustProxy = false) => {
    const traces = await openTraces({ url, release: 'r-1' })
    if (!traces) throw new Error('no traces')
    box.deps.traces = traces
    box.app = createApp({ ...box.deps, settings: { ...box.deps.settings, trustProxy } })
    return traces
  }
  const spans = () =>
    received.flatMap(({ text }) =>
      Sent.parse(JSON.parse(text)).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
    )
  const attributesOf = (all: z.output<typeof Attributes>) =>
    Object.fromEntries(all.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

  it('are a span for each call with its route, status and request id, and name no school, person or token', async () => {
    const traces = await trace()
    const keeper = await signInAs(box, school, 'hind', ['it'])
    await call(box.app, { school: 'alnoor' }, login, { userName: 'hind', password: `${password}-wrong` })
    const listed = await call(box.app, keeper, deviceList)
    await traces.stop()
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
    const [refused, good] = [
      spans().find(
        (span) => span.name.endsWith('/login') && attributesOf(span.attributes)['http.response.status_code'] === 401,
      ),
      spans().find(({ name }) => name === `GET ${apiPrefix}/devices/list`),
    ]
    expect(refused).toBeDefined()
    expect(attributesOf(good?.attributes ?? [])).toEqual({
      'http.request.method': 'GET',
      'http.route': `${apiPrefix}/devices/list`,
      'http.response.status_code': 200,
      'bawaba.request_id': listed.headers.get('x-request-id'),
    })
    const said = received.map(({ text }) => text).join('')
    expect(said).toContain('r-1')
    for (const secret of ['alnoor', 'hind', school.schoolId, keeper.token ?? '', password])
      expect(said).not.toContain(secret)
  })

  it('go on from the span of a proxy that the settings trust, and of no other', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const ask = async (trustProxy: boolean) => {
      const traces = await trace(trustProxy)
      await box.app.request(stateUrl, {
        headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
      })
      await traces.stop()
      return spans().at(-1)
    }
    expect((await ask(false))?.traceId).not.toBe(traceId)
    expect(await ask(true)).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  })

  it('hold nothing up where the collector refuses them or is away, and load nothing without a setting', async () => {
    answer = 400
    const traces = await trace()
    expect((await box.app.request(stateUrl)).status).toBe(200)
    await traces.stop()
    const away = await openTraces({ url: 'http://127.0.0.1:1', release: undefined })
    const answered = { requestId: 'r', method: 'GET', route: '/x', status: 200, startedMs: 1, endedMs: 2 }
    away?.recordCall({ ...answered, parent: 'not one' })
    const startMs = performance.now()
    await away?.stop()
    expect(performance.now() - startMs).toBeLessThan(3000)
    expect(await openTraces({ url: readSettings({}).otlpUrl, release: 'r-1' })).toBeUndefined()
    expect(readSettings({ OTLP_URL: 'http://127.0.0.1:4318' }).otlpUrl).toBe('http://127.0.0.1:4318')
    expect(() => readSettings({ OTLP_URL: 'collector:4318' })).toThrow('OTLP_URL')
  })
})
