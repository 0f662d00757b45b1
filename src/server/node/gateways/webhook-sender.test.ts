import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { webhookSender } from './webhook-sender.ts'

const servers: Server[] = []
const listen = (answer: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(answer).listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    })
    servers.push(server)
  })
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
const message = { headers: { 'webhook-id': 'msg_1' }, body: '{}' }

describe('calls to other programs (OPS-49)', () => {
  it.each([
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1:8443/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
  ])('%s is not called: it is no public address', async (url) => {
    expect(await webhookSender().send({ ...message, url })).toEqual({ failed: 'private' })
  })

  it.each(['http://example.com/', 'ftp://example.com/', 'no address'])('%s is not called: no TLS', async (url) => {
    expect(await webhookSender().send({ ...message, url })).toEqual({ failed: 'unreachable' })
  })

  const local = webhookSender({ isLocalAllowed: true, patienceMs: 300 })

  it('a redirect is not followed', async () => {
    let calls = 0
    const target = await listen((_, response) => {
      calls += 1
      response.end()
    })
    const url = await listen((_, response) => response.writeHead(307, { location: target }).end())
    expect(await local.send({ ...message, url })).toEqual({ failed: 'redirect' })
    expect(calls).toBe(0)
  })

  it('a host that does not answer, or does not end, is left', async () => {
    const silent = await listen(() => undefined)
    expect(await local.send({ ...message, url: silent })).toEqual({ failed: 'timeout' })
    const endless = await listen((_, response) => response.writeHead(200).write('and so on'))
    expect(await local.send({ ...message, url: endless })).toEqual({ failed: 'timeout' })
  })

  it('an answer that is too large is left', async () => {
    const url = await listen((_, response) => response.end('x'.repeat(100_000)))
    expect(await local.send({ ...message, url })).toEqual({ failed: 'too-large' })
  })

  it('tells the status of any other answer', async () => {
    const url = await listen((_, response) => response.writeHead(410).end())
    expect(await local.send({ ...message, url })).toEqual({ status: 410 })
  })
})
