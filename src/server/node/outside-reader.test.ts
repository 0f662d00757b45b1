import { createServer, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { isPublicAddress, outsideReader } from './outside-reader.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Answers by `listener` on this machine. */
async function serve(listener: RequestListener): Promise<string> {
  const listening = createServer(listener)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/list`
}

const nearby = (more: object = {}) => outsideReader({ request, isAllowed: () => true, ...more })

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
])('%s is no address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it('other addresses are', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true)
})

it('reads what a server answers', async () => {
  const address = await serve((asked, answer) => {
    answer.end(JSON.stringify({ path: asked.url, cookie: asked.headers.cookie ?? null }))
  })
  expect(await nearby()(address)).toEqual({ body: { path: '/list', cookie: null } })
})

it('connects to no address of this machine, by number or by name', async () => {
  const address = await serve((_, answer) => void answer.end('[]'))
  expect(await outsideReader({ request })(address)).toEqual({ failed: 'private' })
  expect(await outsideReader({ request })(address.replace('127.0.0.1', 'localhost'))).toEqual({ failed: 'private' })
  expect(await outsideReader()('https://[::1]/')).toEqual({ failed: 'private' })
})

it('follows no redirect and takes nothing but a good answer', async () => {
  const address = await serve((_, answer) => void answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
  expect(await nearby()(address)).toEqual({ failed: 'status' })
})

it('reads no more than allowed, and nothing that is no JSON', async () => {
  const address = await serve((_, answer) => void answer.end(JSON.stringify('x'.repeat(2000))))
  expect(await nearby({ maxBytes: 1000 })(address)).toEqual({ failed: 'too-large' })
  server?.close()
  expect(await nearby()(await serve((_, answer) => void answer.end('<html>')))).toEqual({ failed: 'unreadable' })
})

it('says when nobody answers in time, and when nobody is there', async () => {
  const address = await serve(() => undefined)
  expect(await nearby({ patienceMs: 50 })(address)).toEqual({ failed: 'timeout' })
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
  expect(await nearby()(address)).toEqual({ failed: 'unreachable' })
})
