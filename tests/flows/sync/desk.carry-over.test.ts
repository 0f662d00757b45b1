import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { carryOver } from '#local/admissions/carry-over.ts'
import type { CashShown, DecisionMade } from '#local/admissions/desk-work.types.ts'
import type { Vault } from '#local/kernel/vault.ts'
import { cashDbName, decisionsDbName } from '#local/storage/desk-names.ts'
import type { CashReceipt, CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { type DeskTab, deskSurroundings, openDeskTab } from '#tests/support/devices/desk-kit.ts'
import { formerCash, formerDecisions } from '#tests/support/devices/former-desk-kit.ts'
import { openTestTime, testStartMs } from '#tests/support/devices/test-time.ts'

const hind = '0190a5a5-0000-7000-8000-0000000000a1'
const omar = '0190a5a5-0000-7000-8000-0000000000a2'
const ids = Array.from({ length: 9 }, (_, no) => OpId.parse(`0190a5a5-0000-7000-8000-00000000010${no}`))
const clock = openTestTime()

let schools = 0
let school = ''
const tabs: DeskTab[] = []
beforeEach(() => {
  schools += 1
  school = `former${schools}`
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
})

const decisionOf = (commandId: OpId, studentId: string, note: string) =>
  ({
    asked: {
      student_id: studentId,
      commandId,
      revision: 1,
      decidedAt: '2030-03-01T05:00:00.000Z',
      change: { kind: 'move', to: 'waiting', reason: 'other', note, offline: true },
    },
    seen: { student_id: studentId, student_name: 'Sara Al Mana' },
    move: { to: 'waiting', offline: 'yes' },
    said: { reason: 'other', note, reviewOn: '' },
  }) as unknown as DecisionMade

async function keepFormerDecisions(rows: (vault: Vault) => Promise<object[]>) {
  const { db, vault } = await formerDecisions(school)
  await db.table('decisions').bulkPut(await rows(vault))
  db.close()
}

const cashOf = (id: OpId, no: number): CashTaken => ({
  id,
  student_id: hind,
  paysFor: 'application-fee',
  offerId: null,
  amount: minor(no * 100),
  currency: 'QAR',
  provisional: `P-KM2345-000${no}`,
  takenAt: '2030-03-01T06:00:00.000Z',
  known: { received: minor(0), due: null, asOf: '2030-03-01T04:00:00.000Z' },
})
const paper: CashShown['paper'] = {
  reference: 'KM23-4567',
  names: ['Sara Al Mana'],
  cashier: { en: 'Hind', ar: 'هند' },
}

async function keepFormerCash(rows: (vault: Vault) => Promise<object[]>) {
  const { db, vault } = await formerCash(school)
  await db.table('cash').bulkPut(await rows(vault))
  await db.table('series').put({ name: 'series', serial: 'KM2345', last: 4 })
  db.close()
}

const bookedAtMs = testStartMs - dayMs
const receipt = { number: 'C-2030-000001' } as CashReceipt

async function keepAll() {
  await keepFormerDecisions(async (vault) => [
    {
      id: ids[1],
      userId: hind,
      studentId: 'b',
      keptAtMs: testStartMs - 2000,
      problem: 'student.changed',
      content: await vault.seal(decisionOf(ids[1] as OpId, 'b', 'refused')),
    },
    {
      id: ids[0],
      userId: hind,
      studentId: 'a',
      keptAtMs: testStartMs - 3000,
      problem: null,
      content: await vault.seal(decisionOf(ids[0] as OpId, 'a', 'waits')),
    },
    {
      id: ids[2],
      userId: omar,
      studentId: 'a',
      keptAtMs: testStartMs - 1000,
      problem: null,
      content: await vault.seal(decisionOf(ids[2] as OpId, 'a', 'his')),
    },
  ])
  const row = (no: number, userId: string, more: object) => ({
    id: ids[no + 2],
    userId,
    takenAtMs: testStartMs - 9000 + no,
    no,
    bookedAtMs: 0,
    problem: null,
    ...more,
  })
  await keepFormerCash(async (vault) => {
    const kept = (no: number, of: CashReceipt | null) =>
      vault.seal({ operation: cashOf(ids[no + 2] as OpId, no), paper, receipt: of })
    return [
      row(1, hind, { bookedAtMs, content: await kept(1, receipt) }),
      row(2, hind, { problem: 'access.denied', content: await kept(2, null) }),
      row(3, hind, { content: await kept(3, null) }),
      row(4, omar, { content: await kept(4, null) }),
    ]
  })
}

const surroundings = () => deskSurroundings({ clock })
async function deskOf(userId: string) {
  const tab = await openDeskTab(school, userId, { clock })
  tabs.push(tab)
  return tab
}

async function standing(userId: string) {
  const tab = await deskOf(userId)
  const ops = await tab.store.ofStream(tab.stream, 1)
  return {
    decisions: (await tab.decisions()).map(({ asked, said, problem, keptAtMs }) => [
      asked.commandId,
      said.note,
      problem,
      keptAtMs,
    ]),
    cash: (await tab.cash()).map(({ operation, receipt: of, problem }) => [
      operation.id,
      operation.provisional,
      of?.number ?? null,
      problem,
    ]),
    states: ops.map(({ seq, state }) => [seq, state]),
    counts: await tab.store.counts(),
  }
}

const hinds = {
  decisions: [
    [ids[0], 'waits', null, testStartMs - 3000],
    [ids[1], 'refused', 'student.changed', testStartMs - 2000],
  ],
  cash: [
    [ids[3], 'P-KM2345-0001', 'C-2030-000001', null],
    [ids[4], 'P-KM2345-0002', null, 'access.denied'],
    [ids[5], 'P-KM2345-0003', null, null],
  ],
}

const isThere = async () => Promise.all([decisionsDbName(school), cashDbName(school)].map((name) => Dexie.exists(name)))

it('carries what waits, what was refused and what was booked to the person who did it, and the old databases are gone', async () => {
  await keepAll()
  await carryOver(school, hind, surroundings())
  expect(await isThere()).toEqual([false, false])
  const stands = await standing(hind)
  expect(stands).toMatchObject(hinds)
  expect(stands.counts).toMatchObject({ pending: 2, attention: 2 })
  expect(await standing(omar)).toMatchObject({
    decisions: [[ids[2], 'his', null, testStartMs - 1000]],
    cash: [[ids[6], 'P-KM2345-0004', null, null]],
    counts: { pending: 2, attention: 0 },
  })
  // Once more, there is nothing to be done.
  await carryOver(school, hind, surroundings())
  expect(await standing(hind)).toEqual(stands)
})

it('sends each under the id that it had, so that what an older tab has sent as well happens once', async () => {
  await keepAll()
  await carryOver(school, hind, surroundings())
  const tab = await deskOf(hind)
  const sent: string[] = []
  const calls = {
    signedIn: () => hind,
    decide: async ({ commandId }: { commandId: string }) => sent.push(commandId),
    book: async ({ id }: CashTaken) => {
      sent.push(id)
      return { receipt }
    },
    bookFees: () => Promise.reject(new Error('no fees were taken')),
    bookTopUp: () => Promise.reject(new Error('nothing was topped up')),
    write: () => Promise.reject(new Error('nothing was written')),
    serverState: () => Promise.reject(new Error('nobody asked')),
  }
  expect(await tab.send(calls)).toBe('done')
  expect(sent.toSorted()).toEqual([ids[0], ids[5]])
  expect((await tab.decisions()).map(({ asked }) => asked.commandId)).toEqual([ids[1]])
})

it('dies after any of its steps and goes on with the next start: nothing is lost, nothing is there twice', async () => {
  let isWhole = false
  for (let step = 0; !isWhole; step += 1) {
    school = `former-dying${step}`
    await keepAll()
    let writes = 0
    const dying = surroundings()
    // Every copy asks for randomness to seal with: the page dies at the step that is meant.
    const random = {
      ...dying.random,
      bytes: (count: number) => {
        writes += 1
        if (writes > step) throw new Error('the battery is empty')
        return dying.random.bytes(count)
      },
    }
    isWhole = await carryOver(school, hind, { ...dying, random }).then(
      () => true,
      () => false,
    )
    await carryOver(school, hind, surroundings())
    expect(await standing(hind)).toMatchObject(hinds)
    expect((await standing(hind)).counts).toMatchObject({ pending: 2, attention: 2 })
    expect((await standing(omar)).decisions).toHaveLength(1)
    expect(await isThere()).toEqual([false, false])
  }
})

it('dies between the copy and the deletion of the old row: it is not copied again', async () => {
  await keepAll()
  const { db } = await formerDecisions(school)
  const rows = await db.table('decisions').toArray()
  const keys = await db.table('keys').toArray()
  db.close()
  await carryOver(school, hind, surroundings())
  const stands = await standing(hind)
  // As if none of the old rows had gone; and one of them was taken back meanwhile.
  const { db: again } = await formerDecisions(school)
  await again.table('keys').bulkPut(keys)
  await again.table('decisions').bulkPut(rows)
  again.close()
  await (await deskOf(hind)).dropDecision(ids[1] as OpId)
  await carryOver(school, hind, surroundings())
  const { decisions, cash, counts } = await standing(hind)
  expect([decisions, cash]).toEqual([stands.decisions.slice(0, 1), stands.cash])
  expect(counts).toMatchObject({ pending: 2, attention: 1 })
  expect(await isThere()).toEqual([false, false])
})

it('leaves what this browser can read no more where it is, and carries the rest', async () => {
  await keepFormerDecisions(async (vault) => [
    {
      id: ids[0],
      userId: hind,
      studentId: 'a',
      keptAtMs: testStartMs,
      problem: null,
      content: await vault.seal(decisionOf(ids[0] as OpId, 'a', 'waits')),
    },
    {
      id: ids[1],
      userId: hind,
      studentId: 'b',
      keptAtMs: testStartMs,
      problem: null,
      content: { iv: new Uint8Array(12), data: new ArrayBuffer(40) },
    },
  ])
  await carryOver(school, hind, surroundings())
  expect((await standing(hind)).decisions).toHaveLength(1)
  const { db } = await formerDecisions(school)
  expect((await db.table('decisions').toArray()).map(({ id }) => id)).toEqual([ids[1]])
  db.close()
})

it('reads what a tab of an older build went on sealing with the key of the database that is gone', async () => {
  await keepAll()
  const { db, vault } = await formerCash(school)
  db.close()
  await carryOver(school, hind, surroundings())
  const content = await vault.seal({ operation: cashOf(ids[8] as OpId, 5), paper, receipt: null })
  // Dexie makes the database again for that tab, without its key.
  const late = new Dexie(cashDbName(school))
  late.version(1).stores({ cash: 'id, userId, bookedAtMs', series: 'name', keys: 'name' })
  const row = { id: ids[8], userId: hind, takenAtMs: testStartMs, no: 5, bookedAtMs: 0, problem: null, content }
  await late.table('cash').put(row)
  late.close()
  await carryOver(school, hind, surroundings())
  expect((await standing(hind)).cash.at(-1)).toEqual([ids[8], 'P-KM2345-0005', null, null])
  expect(await isThere()).toEqual([false, false])
})
