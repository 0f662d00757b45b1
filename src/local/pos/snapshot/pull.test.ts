import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { openContact } from '#local/device/contact.ts'
import type { DeviceIdentity } from '#local/device/identity.ts'
import { openSignedSend } from '#local/device/signed-send.ts'
import { loadClockOffset } from '#local/outbox/clock-offset.ts'
import { SnapshotDb } from '#local/storage/snapshot-db.ts'
import { UserId } from '#shared/kernel/fields.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { httpOver, makeIdentity, type Wire } from '#tests/support/devices/device-kit.ts'
import { openStore } from '#tests/support/devices/outbox-kit.ts'
import { balanceOf, pageOf } from '#tests/support/devices/snapshot-kit.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { testStartMs } from '#tests/support/devices/test-time.ts'
import { type PullParts, pull } from './pull.ts'

let identity: DeviceIdentity | undefined
let databases = 0
const dbs: SnapshotDb[] = []
afterEach(() => {
  for (const db of dbs.splice(0)) db.close()
})

const header = { 'x-sync-protocol': '1' }
const saysPage = (page: SnapshotPage) => new Response(JSON.stringify(page), { headers: header })

interface Asked {
  cursors: object
  etag?: string
}

async function open(wire: (body: Asked, n: number) => Response | Promise<Response>) {
  identity ??= await makeIdentity()
  const world = openTestWorld()
  const store = openStore()
  const db = new SnapshotDb(`snap-pull${(databases += 1)}-v1`)
  dbs.push(db)
  const offset = await loadClockOffset(store)
  const contact = await openContact(store, world.openTab().surroundings.channel, world.time)
  const asked: (Asked & { time: string | null })[] = []
  const http: Wire = async (request) => {
    const body = (await request.json()) as Asked
    const time = request.headers.get('device-time')
    asked.push({ cursors: body.cursors, time, ...(body.etag !== undefined && { etag: body.etag }) })
    if (asked.length > 20) throw new Error('asked without end')
    return wire(body, asked.length)
  }
  const send = openSignedSend({ http: httpOver(http), identity, clock: world.time, offset })
  const refused: string[] = []
  const onRefused = (messageId: string) => refused.push(messageId)
  const parts: PullParts = { db, store, send, identity, clock: world.time, offset, contact, release: '1', onRefused }
  return { db, store, asked, offset, contact, world, refused, pull: (release = '1') => pull({ ...parts, release }) }
}

describe('fetching the snapshot', () => {
  it('forgets the PINs of all who may not work at a till any more or have a new password since, and keeps the others', async () => {
    const ids = ['a001', 'a002', 'a003', 'a004'].map((end) => UserId.parse(`0190a5a5-0000-7000-8000-00000000${end}`))
    const [stays, leaves, changed, again] = ids as [UserId, UserId, UserId, UserId]
    const pinEpochs = { [changed]: 1, [again]: 2 }
    const box = await open(() => saysPage(pageOf({ operators: [stays, changed, again], pinEpochs })))
    const known = (userId: UserId, pinEpoch?: number) => ({ [userId]: { user: { userId, pinEpoch } } })
    await box.store.putMeta('operators', { ...known(stays), ...known(leaves), ...known(changed), ...known(again, 2) })
    expect(await box.pull()).toBeDefined()
    expect(await box.store.getMeta('operators')).toEqual({ ...known(stays), ...known(again, 2) })
    expect(await box.db.state.get('state')).toMatchObject({ operators: [stays, changed, again] })
  })

  it('goes on page by page from where it was, and promises a version only with the last', async () => {
    const cursor = { balances: [4, '0190a5a5-0000-7000-8000-000000000001'] as [number, string] }
    const seen: unknown[] = []
    const box = await open(async (_, n) => {
      const state = await box.db.state.get('state')
      seen.push([state?.complete, state?.serverVersion])
      if (n === 1)
        return saysPage(pageOf({ more: true, serverVersion: 9, cursors: cursor, balances: [balanceOf(1, 100)] }))
      return saysPage(pageOf({ serverVersion: 9, balances: [balanceOf(2, 200)] }))
    })
    expect(await box.pull()).toBeDefined()
    expect(box.asked.map((a) => a.cursors)).toEqual([{}, cursor])
    expect(seen).toEqual([
      [undefined, undefined],
      [false, 0],
    ])
    expect(await box.db.state.get('state')).toMatchObject({ complete: true, serverVersion: 9 })
    expect(await box.db.balances.count()).toBe(2)
    expect(box.contact.inContact()).toBe(true)
  })

  it('asks again for categories, items and customers that an earlier release read with fewer fields, once', async () => {
    const at = (version: number) => [version, '0190a5a5-0000-7000-8000-000000000001'] as [number, string]
    const cursors = { categories: at(1), items: at(2), customers: at(3) }
    const box = await open(() => saysPage(pageOf({ serverVersion: 9, cursors })))
    await box.pull()
    const { fieldsRead: _fields, ...earlier } = (await box.db.state.get('state')) ?? expect.fail()
    await box.db.state.put(earlier)
    await box.pull()
    await box.pull()
    expect(box.asked.map(({ cursors: of }) => of)).toEqual([{}, {}, cursors])
  })

  it('dates the copy when nothing has changed, and takes all of it where a release or a history is another one', async () => {
    const generation = '0190a5a5-0000-7000-8000-0000000000a1'
    const other = '0190a5a5-0000-7000-8000-0000000000a2'
    const serverOf = (present: string) => ({ generation: present, backedUpThrough: null })
    const says = { present: generation, etag: 'a' }
    const at = (n: number) => toInstant(testStartMs + n * 60_000)
    const box = await open(({ etag }, n) => {
      const more = { server: serverOf(says.present), etag: says.etag, serverTime: at(n), received: { s: n } }
      if (etag !== says.etag) return saysPage(pageOf({ ...more, balances: [balanceOf(1, 100)] }))
      return new Response(JSON.stringify({ unchanged: true, ...more }), { headers: header })
    })
    const etags = () => box.asked.map(({ etag }) => etag)
    await box.pull()
    expect(await box.pull()).toMatchObject({ received: { s: 2 } })
    expect(etags()).toEqual([undefined, 'a'])
    expect(await box.db.state.get('state')).toMatchObject({ takenAt: at(2), received: { s: 2 }, complete: true })
    expect(await box.db.balances.count()).toBe(1)
    // Another release may read more of the same rows.
    await box.pull('2')
    await box.pull('2')
    expect(etags().slice(2)).toEqual([undefined, 'a'])
    // A server restored from a copy may name the same state of another history.
    says.present = other
    await box.pull('2')
    expect(etags().slice(4)).toEqual(['a', undefined])
    expect(await box.db.state.get('state')).toMatchObject({ generation: other })
  })

  it('keeps what came before the way broke off, and goes on from there', async () => {
    const cursor = { balances: [4, '0190a5a5-0000-7000-8000-000000000001'] as [number, string] }
    const box = await open((_, n) => {
      if (n === 1) return saysPage(pageOf({ more: true, serverVersion: 9, cursors: cursor }))
      if (n === 2) return new Response('Bad Gateway', { status: 502 })
      return saysPage(pageOf({ serverVersion: 11 }))
    })
    expect(await box.pull()).toBeUndefined()
    expect([box.contact.inContact(), (await box.db.state.get('state'))?.complete]).toEqual([false, false])
    expect(await box.pull()).toBeDefined()
    expect(box.asked[2]?.cursors).toEqual(cursor)
  })

  it('keeps the whole snapshot when starting over breaks off half way, and replaces it at the next pull', async () => {
    const id = '0190a5a5-0000-7000-8000-000000000001'
    const cursor = (version: number) => ({ balances: [version, id] as [number, string] })
    const box = await open((_, n) => {
      if (n === 1) return saysPage(pageOf({ serverVersion: 9, cursors: cursor(9), balances: [balanceOf(1, 100)] }))
      if (n === 4) return new Response('Bad Gateway', { status: 502 })
      const first = n === 3 || n === 6
      const cursors = cursor(first ? 4 : 5)
      return saysPage(pageOf({ more: first, serverVersion: 5, cursors, balances: [balanceOf(n, 1)] }))
    })
    const held = async () => (await box.db.balances.toArray()).map(({ customerId }) => customerId)
    await box.pull()
    expect(await box.pull()).toBeUndefined()
    expect(await held()).toEqual([balanceOf(1, 100).customerId])
    expect(await box.pull()).toBeDefined()
    expect(box.asked.map((a) => a.cursors)).toEqual([{}, cursor(9), {}, cursor(4), cursor(9), {}, cursor(4)])
    expect(await held()).toEqual([balanceOf(6, 1).customerId, balanceOf(7, 1).customerId])
    expect(await box.db.state.get('state')).toMatchObject({ complete: true, serverVersion: 5 })
  })

  it.each([
    ['a captive portal', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['our answer without our header', () => new Response(JSON.stringify(pageOf({})))],
    ['torn JSON', () => new Response(JSON.stringify(pageOf({})).slice(0, 99), { headers: header })],
    ['another shape', () => new Response('{"more":false}', { headers: header })],
    ['no answer', () => Promise.reject(new TypeError('offline'))],
  ] as [string, () => Response | Promise<Response>][])('takes nothing from %s', async (_, wire) => {
    const box = await open(wire)
    expect(await box.pull()).toBeUndefined()
    expect(await box.db.state.count()).toBe(0)
  })

  it('brings a tablet in whose clock was hours off and that has nothing to send', async () => {
    const aheadMs = 3 * 3_600_000
    const box = await open((_, n) => {
      const serverTime = toInstant(testStartMs + aheadMs)
      if (n > 1) return saysPage(pageOf({ serverTime }))
      const refusal = { success: false, messageId: 'device.clock', message: '', serverTime }
      return new Response(JSON.stringify(refusal), { status: 401, headers: header })
    })
    expect(await box.pull()).toBeUndefined()
    expect(box.offset.value()).toBe(aheadMs)
    expect(await box.pull()).toBeDefined()
    expect(box.asked[1]?.time).toBe(toInstant(testStartMs + aheadMs))
  })

  it('says why the server will not answer, and believes only the server', async () => {
    const body = JSON.stringify({ success: false, messageId: 'device.revoked', message: '' })
    const box = await open((_, n) => new Response(body, { status: 403, ...(n === 2 ? { headers: header } : {}) }))
    expect(await box.pull()).toBeUndefined()
    expect(box.refused).toEqual([])
    expect(await box.pull()).toBeUndefined()
    expect(box.refused).toEqual(['device.revoked'])
  })
})
