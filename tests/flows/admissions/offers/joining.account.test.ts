import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { openPupilAccount } from '#server/features/pos/accounts/pupil-account.service.ts'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { accountStatement } from '#shared/pos/pupil-account.contract.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { eraseFile } from '#shared/retention/retention.contract.ts'
import { studentWork } from '#shared/students/student-work.contract.ts'
import { tablesWith } from '#tests/support/checks/words-found.ts'
import { engines } from '#tests/support/database.ts'
import { signedCall } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Change, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
} from '#tests/support/records/offers-made.ts'
import { makeApplication } from '#tests/support/records/students-applied.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

type NewStudent = Parameters<typeof makeStudent>[2]
const confirms: Change = { kind: 'move', to: 'confirmed' }
const declines: Change = { kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'moving' }

describe.each(engines)('the account of the person who joins on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let device: PairedDevice
  let submissionId: string
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 2 })
    device = await pairDevice(canteen)
    for (const role of ['registrar', 'admission-officer', 'finance', 'auditor', 'head'] as const)
      callers[role] = await signInAs(box, canteen.school, role, [role])
    await countSeats(box, canteen.school, kg1, 500)
    await staySignedIn(box)
    const { types } = documentTypes.reply.parse((await call(box.app, as('registrar'), documentTypes)).body)
    const asksForNothing = types.map((type) => ({ ...type, asked: [] }))
    const asked = { seen: 0, types: asksForNothing, commandId: OpId.parse(crypto.randomUUID()) }
    expect((await call(box.app, as('registrar'), setDocumentTypes, asked)).status).toBe(200)
    await sellsFromFirstDay(false)
    submissionId = await makeApplication(box, canteen.school, { allergies: 'Peanuts and milk: swells up' })
  })
  afterAll(() => box.close())

  /** Whether anyone who joins may buy before the first day, which the offers here say is 1 September 2030. */
  const sellsFromFirstDay = async (accountFromFirstDay: boolean) => {
    const { body } = await call(box.app, as('registrar'), admissionRules, {})
    const { rules, revision } = admissionRules.reply.parse(body)
    const asked = { rules: { ...rules, accountFromFirstDay }, revision }
    expect((await call(box.app, as('registrar'), setAdmissionRules, asked)).status).toBe(200)
  }
  const inQueue = async (who: string, queue: 'refunds' | 'canteen-notes') => {
    const { body } = await call(box.app, as(who), studentWork, { queue, limit: 100 })
    return studentWork.reply.parse(body).rows.map(({ student }) => student.student_id)
  }
  const pull = async (cursors: unknown = {}): Promise<SnapshotPage> => {
    const installEpoch = '01900000-0000-7000-8000-000000000001'
    const asked = { deviceId: device.tablet.deviceId, installEpoch, cursors }
    const { body } = await signedCall(box, { school: 'alnoor' }, device.tablet, pullSnapshot, asked)
    return SnapshotPage.parse(body)
  }
  const file = (id: string, who = 'registrar') => fileOf(box, as(who), id)
  const does = async (who: string, id: string, change: Change) => {
    const done = await stepNow(box, as(who), id, change, as('registrar'))
    return 'student' in done && done.proposalId ? done.proposalId : outcomeOf(done)
  }
  const booked = async (more: NewStudent = {}) => {
    const made = await makeStudent(box, canteen.school, { status: 'shortlisted', ...more })
    box.clock.advance(1)
    const { emails } = await offerTo(box, as('registrar'), made, parseOfferDraft())
    await answerBy(box, { school: 'alnoor' }, await linkOf(box, emails[0] ?? ''), signs)
    const offerId = (await file(made.id)).offers[0]?.id ?? ''
    const paid = { offerId, amount: minor(100_000), method: 'cash', receipt: made.id } as const
    expect(await does('finance', made.id, { kind: 'deposit', ...paid })).toBe('booked')
    return made.id
  }
  const joins = async (more: NewStudent = {}) => {
    const id = await booked(more)
    expect(await does('registrar', id, confirms)).toBe('confirmed')
    return id
  }
  const leaves = async (id: string) => {
    const proposalId = await does('registrar', id, declines)
    expect(await does('finance', id, { kind: 'approve', proposalId })).toBe('rejected')
  }
  /** Notes the last day of a former stay on the account. */
  const leftBefore = (admissionNo: string | undefined) =>
    box.db.owner
      .update(customers)
      .set({ leftOn: '2020-06-30', leaveReason: 'moved-away' })
      .where(and(eq(customers.schoolId, canteen.school.schoolId), eq(customers.admissionNo, admissionNo ?? '')))
  const acts = async (about: string) =>
    (await box.db.owner.select().from(auditEvents).where(eq(auditEvents.recordId, about))).flatMap(({ what, facts }) =>
      what.startsWith('till-') ? [[what, facts]] : [],
    )

  it('comes to the tills with the next pull: both names, the school’s next number, what they may warn of, no card', async () => {
    const before = await pull()
    const names = { nameLatin: 'Sara Nair', nameArabic: 'سارة ناير' }
    const id = await booked({ submissionId, place: 0, ...names })
    expect((await pull(before.cursors)).customers).toEqual([])
    expect((await file(id)).account).toBeNull()
    expect(await does('registrar', id, confirms)).toBe('confirmed')
    const { customers: come, balances } = await pull(before.cursors)
    expect(come).toEqual([
      {
        id: expect.any(String),
        admissionNo: '20300001',
        name: { en: 'Sara Nair', ar: 'سارة ناير' },
        className: 'KG1',
        cardNo: null,
        allergens: ['milk', 'peanut'],
        diet: [],
        dailyLimit: null,
        overdraft: 0,
        active: true,
      },
    ])
    expect(balances).toEqual([])
    expect(JSON.stringify(come)).not.toContain('swells')
    expect(await acts(id)).toEqual([['till-account-opened', { how: 'opened' }]])
    expect((await file(await joins())).account).toMatchObject({ admissionNo: '20300002', state: 'open', isOurs: true })
  })

  it('shows what the family writes of allergies to who may see health, who puts right what tills warn of', async () => {
    const id = await joins({ submissionId, place: 1 })
    expect((await file(id)).account?.allergens).toEqual({
      told: ['milk', 'peanut'],
      isAsked: true,
      said: 'Peanuts and milk: swells up',
      isUnread: true,
    })
    // Brought in by a list, without a form that could have asked.
    const unasked = { told: [], isAsked: false, said: null, isUnread: false }
    expect((await file(await joins())).account?.allergens).toEqual(unasked)
    for (const who of ['admission-officer', 'auditor']) expect((await file(id, who)).account?.allergens).toBeNull()
    const change: Change = { kind: 'allergens', allergens: ['nuts', 'egg', 'nuts'] }
    expect(await does('admission-officer', id, change)).toBe('access.denied')
    const { cursors } = await pull()
    expect(await does('registrar', id, change)).toBe('confirmed')
    expect((await pull(cursors)).customers.map(({ allergens }) => allergens)).toEqual([['egg', 'nuts']])
  })

  it('asks the person who may see health to read what no list knows, until somebody has', async () => {
    const id = await joins({ submissionId, place: 2 })
    expect(await inQueue('registrar', 'canteen-notes')).toContain(id)
    for (const who of ['admission-officer', 'auditor', 'finance'])
      expect(await inQueue(who, 'canteen-notes')).toEqual([])
    expect(await does('registrar', id, { kind: 'allergens', allergens: ['milk', 'peanut'] })).toBe('confirmed')
    expect((await file(id)).account?.allergens?.isUnread).toBe(false)
    expect(await inQueue('registrar', 'canteen-notes')).not.toContain(id)
  })

  it('is linked, not doubled, where the school has it under this number, and stays when the place is given up', async () => {
    const id = await joins({ reference: 'A0' })
    const account = (await file(id, 'finance')).account
    expect(account).toMatchObject({
      customerId: canteen.customers[0],
      admissionNo: 'A0',
      isOurs: false,
      balance: 100_000,
    })
    expect((await file(id)).account?.balance).toBeNull()
    const { body } = await call(box.app, as('finance'), accountStatement, { customerId: canteen.customers[0] })
    expect(accountStatement.reply.parse(body).statement.studentId).toBe(id)
    const { cursors } = await pull()
    await leaves(id)
    expect((await pull(cursors)).customers).toEqual([])
    expect((await file(id)).account?.state).toBe('closed')
  })

  it('closes with the place, and is the same one when the child comes after all', async () => {
    const id = await joins()
    const number = (await file(id)).account?.admissionNo
    const { cursors } = await pull()
    await leaves(id)
    await leftBefore(number)
    expect((await pull(cursors)).customers).toMatchObject([{ admissionNo: number, active: false }])
    const count = (await box.db.owner.select().from(customers)).length
    await box.db.database.tenant(canteen.school.schoolId, async (tx) => {
      const by = { schoolId: canteen.school.schoolId, nowMs: box.clock.nowMs(), random: box.deps.random }
      const pupil = { name: { en: '', ar: '' }, className: '1', birthDate: null, allergens: ['soy' as const] }
      const numbering = { prefix: '', withYear: true, digits: 4 }
      const atOnce = { buysFrom: null, isUnread: false }
      const joining = { studentId: id, files: [id], reference: 'none', numbering, year: 2030, pupil, ...atOnce }
      expect(await openPupilAccount(tx, by, joining)).toBe('reopened')
      expect(await openPupilAccount(tx, by, joining)).toBeUndefined()
      // Another file of the same child has the same account, and goes on with it.
      expect(await openPupilAccount(tx, by, { ...joining, studentId: crypto.randomUUID() })).toBe('linked')
    })
    expect((await box.db.owner.select().from(customers)).length).toBe(count)
    await runAdmissionClock(box.deps, canteen.school.schoolId)
    expect((await pull(cursors)).customers).toMatchObject([{ admissionNo: number, active: true, className: '1' }])
  })

  it('keeps no name once the file is erased, which the tills hear with their next pull', async () => {
    const id = await joins({ nameLatin: 'Sara Zubqx', nameArabic: 'سارة زبقخض' })
    const number = (await file(id)).account?.admissionNo
    await leaves(id)
    const { cursors } = await pull()
    const offerId = (await file(id)).offers[0]?.id ?? ''
    const back = { offerId, amount: minor(100_000), method: 'cash', receipt: `B${id}` } as const
    expect(await does('finance', id, { kind: 'refund', ...back })).toBe('rejected')
    const reference = (await file(id)).student.registration_id
    const asked = { student_id: id, reference, cause: 'family-asked' }
    expect((await call(box.app, as('head'), eraseFile, asked)).status).toBe(200)
    const { customers: come } = await pull(cursors)
    expect(come).toMatchObject([{ admissionNo: number, active: false, name: { en: '–', ar: '–' }, allergens: [] }])
    expect(Object.fromEntries(await tablesWith(box, ['Zubqx', 'زبقخض']))).toEqual({})
  })

  it('with money on it waits for finance, who settles what they have seen; emptied by purchases it closes by itself', async () => {
    const [paid, eaten] = [await joins(), await joins()]
    const accountOf = async (id: string) => (await file(id, 'finance')).account
    const till = new TillOps(device)
    const buy = async (id: string) => {
      const customerId = (await accountOf(id))?.customerId
      if (!customerId) throw new Error('no account')
      const ops = till.shift ? [] : [till.openShift()]
      const reply = await hand(device, till.batch([...ops, till.sale({ pay: [{ kind: 'account', customerId }] })]))
      expect(reply.results.map(({ outcome }) => outcome)).not.toContain('rejected')
    }
    await buy(paid)
    await buy(eaten)
    await leaves(paid)
    await leaves(eaten)
    for (const id of [paid, eaten]) {
      const offerId = (await file(id)).offers[0]?.id ?? ''
      const back = { offerId, amount: minor(100_000), method: 'cash', receipt: `B${id}` } as const
      expect(await does('finance', id, { kind: 'refund', ...back })).toBe('rejected')
    }
    const owes = await accountOf(paid)
    const balance = owes?.balance ?? minor(0)
    expect([owes?.state, balance < 0]).toEqual(['closing', true])
    const waiting = () => inQueue('finance', 'refunds')
    expect(await waiting()).toEqual(expect.arrayContaining([paid, eaten]))
    const settle = (seen: number): Change => ({ kind: 'account-settled', balance: minor(seen), method: 'cash' })
    expect(await does('registrar', paid, settle(balance))).toBe('access.denied')
    expect(await does('finance', paid, settle(balance - 1))).toBe('student.changed')
    const { cursors } = await pull()
    expect(await does('finance', paid, settle(balance))).toBe('rejected')
    expect((await pull(cursors)).customers).toMatchObject([{ active: false }])
    expect(await accountOf(paid)).toMatchObject({ state: 'closed', balance: 0 })
    expect(await does('finance', paid, settle(balance))).toBe('request.not-found')
    expect((await runAdmissionClock(box.deps, canteen.school.schoolId)).account).toBe(0)
    await hand(device, till.batch([till.voidSale()]))
    expect((await runAdmissionClock(box.deps, canteen.school.schoolId)).account).toBe(1)
    expect(await accountOf(eaten)).toMatchObject({ state: 'closed', balance: 0 })
    expect((await waiting()).filter((id) => id === paid || id === eaten)).toEqual([])
    expect(await box.db.database.tenant(canteen.school.schoolId, ledgerFaults)).toEqual([])
  })

  it('may buy from the first day on, by the school’s rule; anyone who buys already is left as they are', async () => {
    await sellsFromFirstDay(true)
    const { cursors } = await pull()
    const here = await joins({ reference: 'A1' })
    const [comes, leavesAgain] = [await joins(), await joins()]
    expect((await file(here)).account).toMatchObject({ state: 'open', buysFrom: null, isOurs: false })
    expect((await file(comes)).account).toMatchObject({ state: 'waiting', buysFrom: '2030-09-01', isOurs: true })
    const pulled = async () => (await pull(cursors)).customers.map(({ admissionNo, active }) => [admissionNo, active])
    const [no, other] = [(await file(comes)).account?.admissionNo, (await file(leavesAgain)).account?.admissionNo]
    expect(await pulled()).toEqual([
      [no, false],
      [other, false],
    ])
    await leftBefore(no)
    await leaves(leavesAgain)
    expect((await file(leavesAgain)).account?.state).toBe('closed')
    const timeIs = async (instant: string) => {
      box.clock.advance(Date.parse(instant) - box.clock.nowMs())
      return (await runAdmissionClock(box.deps, canteen.school.schoolId)).account
    }
    // The school's day, not the world's: in Qatar it is three hours ahead.
    expect(await timeIs('2030-08-31T20:59:00Z')).toBe(0)
    expect(await timeIs('2030-08-31T21:00:00Z')).toBe(1)
    expect(await timeIs('2030-08-31T21:01:00Z')).toBe(0)
    expect(await pulled()).toEqual([
      [other, false],
      [no, true],
    ])
    expect((await file(comes)).account?.state).toBe('open')
  })
})
