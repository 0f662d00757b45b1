import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openContact } from '#local/device/contact.ts'
import { openSignedSend } from '#local/device/signed-send.ts'
import { loadClockOffset } from '#local/outbox/clock-offset.ts'
import { SnapshotDb } from '#local/storage/snapshot-db.ts'
import type { Cursors } from '#shared/pos/snapshot.contract.ts'
import { httpOver, makeIdentity } from '#tests/support/devices/device-kit.ts'
import { openStore } from '#tests/support/devices/outbox-kit.ts'
import { balanceOf, customerOf, idOf, itemOf, pageOf, settings } from '#tests/support/devices/snapshot-kit.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { pull } from './pull.ts'
import { readPage } from './read-page.ts'

const identity = makeIdentity()
let servers = 0

/** A server of customers in the order of their version, two to a page; `isNew` marks those with a value of the new release. */
async function openServer() {
  const changes: { n: number; isNew: boolean }[] = []
  const world = openTestWorld()
  const store = openStore()
  servers += 1
  const db = new SnapshotDb(`snap-read${servers}-v1`)
  const offset = await loadClockOffset(store)
  const contact = await openContact(store, world.openTab().surroundings.channel, world.time)
  const asked: Cursors[] = []
  /** Which rows the server would send: of each customer the last change. */
  const rows = () =>
    changes.flatMap(({ n, isNew }, i) =>
      changes.slice(i + 1).some((c) => c.n === n) ? [] : [{ n, isNew, version: i + 1 }],
    )
  const http = httpOver(async (request) => {
    const { cursors } = (await request.json()) as { cursors: Cursors }
    asked.push(cursors)
    const due = rows().filter(({ version }) => version > (cursors.customers?.[0] ?? 0))
    const [first, second] = due
    const last = second ?? first
    const page = pageOf({
      serverVersion: changes.length,
      more: due.length > 2,
      cursors: last ? { customers: [last.version, idOf('c', last.n)] } : cursors,
    })
    const customers = due.slice(0, 2).map(({ n, isNew, version }) => {
      const row = customerOf(n, { className: `v${version}` })
      return isNew ? { ...row, allergens: ['moon dust'] } : row
    })
    const body = JSON.stringify({ ...page, customers })
    return new Response(body, { headers: { 'x-sync-protocol': '1' } })
  })
  const send = openSignedSend({ http, identity: await identity, clock: world.time, offset })
  const parts = { db, store, send, identity: await identity, clock: world.time, offset, contact }
  const held = async () => (await db.customers.toArray()).map(({ id, className }) => `${id} ${className}`).sort()
  const there = () =>
    rows()
      .map(({ n, version }) => `${idOf('c', n)} v${version}`)
      .sort()
  return { changes, asked, held, there, rows, db, pull: (release: string) => pull({ ...parts, release }) }
}

describe('a page with a value that this release does not know', () => {
  it('is read but for the rows that have it', () => {
    const strange = { ...itemOf(2), diet: ['breatharian'] }
    const page = {
      ...pageOf({ customers: [customerOf(1)] }),
      items: [itemOf(1), strange],
      balances: [5, { ...balanceOf(3, 1), spent: 'all' }],
    }
    expect(readPage(page)).toEqual({
      page: { ...page, items: [itemOf(1)], balances: [] },
      unread: { items: [idOf('d', 2)], balances: [idOf('c', 3)] },
    })
    expect(readPage({ ...page, settings: { ...settings, currency: 'moons' } })).toBeUndefined()
    expect(readPage({ ...page, items: 'none' })).toBeUndefined()
  })

  it('is read with the setting as it was, where one of them is the value; not where no price could be read', () => {
    const page = pageOf({ items: [itemOf(1)] })
    const former = { ...settings, language: 'ar' as const, epoch: 4 }
    const strange = { ...settings, language: 'qya', epoch: 'first', cutoverMinute: 300 }
    expect(readPage({ ...page, settings: strange }, former)).toEqual({
      page: { ...page, settings: { ...settings, language: 'ar', epoch: 4, cutoverMinute: 300 } },
      unread: {},
    })
    // A tablet that never had one has nothing to go on with.
    expect(readPage({ ...page, settings: strange })).toBeUndefined()
    expect(readPage({ ...page, settings: { ...settings, currency: 'moons' } }, former)).toBeUndefined()
  })

  it('keeps the former rate of a tax code, and the items away whose tax is not known at all', () => {
    const [tax = expect.fail()] = settings.taxCodes
    const taxCodes = [
      { ...tax, ratePpm: 'all' },
      { ...tax, code: 'NEW', ratePpm: 'half' },
      { ...tax, code: 'Z', ratePpm: 0 },
    ]
    const page = { ...pageOf({ items: [itemOf(1), itemOf(2, { taxCode: 'NEW' }), itemOf(3, { taxCode: 'Z' })] }) }
    const read = readPage({ ...page, settings: { ...settings, taxCodes } }, settings)
    expect(read?.page.settings.taxCodes).toEqual([tax, { ...tax, code: 'Z', ratePpm: 0 }])
    expect(read?.page.items.map(({ taxCode }) => taxCode)).toEqual(['IN', 'Z'])
    expect(read?.unread).toEqual({ items: [idOf('d', 2)] })
  })

  it('keeps nothing older of such a row, goes on with the others, and gives a newer release all of them', async () => {
    const server = await openServer()
    const change = (n: number, isNew = false) => server.changes.push({ n, isNew })
    for (const n of [1, 2, 3, 4]) change(n)
    await server.pull('old')
    change(2, true)
    for (const n of [5, 6, 7]) change(n)
    change(8, true)
    await server.pull('old')
    const isKnown = (row: string) => !row.startsWith(idOf('c', 2)) && !row.startsWith(idOf('c', 8))
    expect(await server.held()).toEqual(server.there().filter(isKnown))
    expect(await server.db.state.get('state')).toMatchObject({
      complete: true,
      serverVersion: 9,
      unread: { release: 'old', from: { customers: [4, idOf('c', 4)] } },
    })
    // The same release has tried: it asks for what is new only.
    await server.pull('old')
    expect(server.asked.at(-1)).toEqual({ customers: [9, idOf('c', 8)] })
    server.asked.length = 0
    for (const row of server.changes) row.isNew = false
    await server.pull('new')
    expect(server.asked[0]).toEqual({ customers: [4, idOf('c', 4)] })
    expect(await server.held()).toEqual(server.there())
    expect((await server.db.state.get('state'))?.unread).toBeUndefined()
  })

  it('loses no row for good, whatever changes between the pulls', async () => {
    const rounds = fc.array(
      fc.array(fc.record({ n: fc.integer({ min: 1, max: 6 }), isNew: fc.boolean() }), { maxLength: 6 }),
      { maxLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const server = await openServer()
        for (const round of all) {
          server.changes.push(...round)
          await server.pull('old')
          const known = server.rows().filter(({ isNew }) => !isNew)
          expect(await server.held()).toEqual(known.map(({ n, version }) => `${idOf('c', n)} v${version}`).sort())
        }
        for (const row of server.changes) row.isNew = false
        await server.pull('new')
        expect(await server.held()).toEqual(server.there())
      }),
      { numRuns: 40 },
    )
  })
})
