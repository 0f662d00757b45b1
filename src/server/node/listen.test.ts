import { once } from 'node:events'
import { connect } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { listen } from './listen.ts'

const app = new Hono<{ Bindings: HttpBindings }>()

const canReach = async (address: string, port: number) => {
  const socket = connect({ host: address, port, timeout: 2000 })
  const isReached = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isReached
}

it('answers at the address of the settings alone', async () => {
  const listening = await listen(app, 0, { listenAddress: '127.0.0.1' })
  // All of 127.0.0.0/8 leads to this machine.
  expect(await Promise.all(['127.0.0.1', '127.0.0.2'].map((address) => canReach(address, listening.port)))).toEqual([
    true,
    false,
  ])
  await listening.stop(0)
})

it('says that an address is not of this machine', async () => {
  await expect(listen(app, 0, { listenAddress: '192.0.2.1' })).rejects.toThrow('This machine has no such address')
})
