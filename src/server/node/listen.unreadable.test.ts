import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Listening, listen } from './listen.ts'

let listening: Listening
beforeAll(async () => {
  const app = new Hono<{ Bindings: HttpBindings }>().get('/', (c) => c.text(c.req.raw.url))
  listening = await listen(app, 0, { publicUrl: 'https://example.school' })
})
afterAll(() => listening.stop(0))

async function answerTo(call: string) {
  const socket = connect(listening.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(call)
  return text(socket)
}

it.each([
  [
    'headers beyond every measure',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`,
    431,
    'request.too-large',
  ],
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'request.invalid'],
  ['a host that is none', 'GET / HTTP/1.1\r\nhost: a@b\r\nconnection: close\r\n\r\n', 400, 'tenant.missing'],
])('refuses %s as it does every other call', async (_, call, status, messageId) => {
  const answer = await answerTo(call)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.toLowerCase()).toContain("\r\ncontent-security-policy: default-src 'none'")
  expect(answer.toLowerCase()).toContain('\r\nstrict-transport-security: max-age=')
  expect(answer.toLowerCase()).toContain('\r\ncache-control: no-store\r\n')
  expect(answer).toContain(`"messageId":"${messageId}"`)
})

it('writes nothing into an answer that somebody may be reading', async () => {
  const answer = await answerTo('GET / HTTP/1.1\r\nhost: a\r\n\r\nhello\r\n\r\n')
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})
