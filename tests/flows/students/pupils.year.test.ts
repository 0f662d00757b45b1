import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { schoolClasses } from '#server/features/students/classes/class.table.ts'
import { machineRandom } from '#server/node/machine.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { assignCard, cardHistory, endCard, issueCards } from '#shared/pos/card.contract.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import {
  listClasses,
  maxStaying,
  previewPromotion,
  promoteClasses,
  removeClass,
  saveClass,
  undoPromotion,
} from '#shared/students/pupils/class.contract.ts'
import {
  listPupils,
  type PupilFilter,
  readPupil,
  setPupilClass,
  setPupilLeaving,
  setPupilReturned,
} from '#shared/students/pupils/pupil.contract.ts'
import { engines } from '#tests/support/database.ts'
import { signedCall } from '#tests/support/factories.ts'
import { type Canteen, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const newId = () => uuidv7(Date.parse('2030-01-01T00:00:00.000Z'), machineRandom)
const named = (en: string) => ({ en, ar: en })

describe.each(engines)('pupils with their classes and cards on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let rami: Caller
  let huda: Caller
  let ids: CustomerId[]
  let pull: () => Promise<ReturnType<typeof SnapshotPage.parse>>

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 5 })
    ids = canteen.customers
    rami = await signInAs(box, canteen.school, 'rami', ['registrar'])
    huda = await signInAs(box, canteen.school, 'huda2', ['supervisor'])
    const { tablet } = await pairDevice(canteen)
    const asked = { deviceId: tablet.deviceId, installEpoch: newId(), cursors: {} }
    pull = async () =>
      SnapshotPage.parse((await signedCall(box, { school: 'alnoor' }, tablet, pullSnapshot, asked)).body)
  })
  afterAll(() => box.close())

  const at = (no: number) => CustomerId.parse(ids[no])
  const pupil = async (no: number) =>
    readPupil.reply.parse((await call(box.app, rami, readPupil, { customerId: at(no) })).body).pupil
  const list = async (filter: PupilFilter, limit = 50, after?: CustomerId) =>
    listPupils.reply.parse((await call(box.app, rami, listPupils, { filter, limit, ...(after && { after }) })).body)
  const numbers = async (filter: PupilFilter) => (await list(filter)).rows.map(({ admissionNo }) => admissionNo)
  const classes = async (year?: number) =>
    listClasses.reply.parse((await call(box.app, rami, listClasses, year === undefined ? {} : { year })).body)
  const add = (grade: string, name: string, year: number) =>
    call(box.app, rami, saveClass, { schoolClass: { id: newId(), year, grade, name: named(name) }, seen: 0 })
  const previewed = async () => previewPromotion.reply.parse((await call(box.app, rami, previewPromotion)).body)
  const onTill = async (no: number) => (await pull()).customers.find(({ id }) => id === at(no))

  it('lists pupils by class and number, page by page, and finds them by words of both scripts and by card', async () => {
    const first = await list({}, 2)
    expect(first.count).toBe(5)
    expect(first.rows.map(({ admissionNo }) => admissionNo)).toEqual(['A0', 'A1'])
    const second = await list({}, 50, first.next ?? undefined)
    expect(second.rows.map(({ admissionNo }) => admissionNo)).toEqual(['A2', 'A3', 'A4'])
    expect(await numbers({ text: 'PUPIL 3' })).toEqual(['A3'])
    expect(await numbers({ text: '5b a1' })).toEqual(['A1'])
    expect(await numbers({ text: '%' })).toEqual(['A0', 'A1', 'A2', 'A3', 'A4'])
    expect(await numbers({ text: 'nobody' })).toEqual([])
    expect(await numbers({ card: 'with' })).toEqual([])
  })

  it('takes pupils of a named class into it, and tills follow its name', async () => {
    const { currentYear } = await classes()
    expect((await add('5', '5B', currentYear)).status).toBe(200)
    const again = await add('5', '5b', currentYear)
    expect([again.status, again.body['messageId']]).toEqual([409, 'class.name-taken'])
    const [made] = (await classes()).classes
    expect(made).toMatchObject({ grade: '5', count: 5, revision: 1 })
    const schoolClass = { id: made?.id, year: currentYear, grade: '5', name: named('5 Blue') }
    expect((await call(box.app, rami, saveClass, { schoolClass, seen: 1 })).status).toBe(200)
    expect((await onTill(0))?.className).toBe('5 Blue')
    const late = await call(box.app, rami, saveClass, {
      schoolClass: { ...schoolClass, name: named('5 Red') },
      seen: 1,
    })
    expect([late.status, late.body['messageId']]).toEqual([409, 'class.changed'])
    const inUse = await call(box.app, rami, removeClass, { id: made?.id, seen: 2 })
    expect([inUse.status, inUse.body['messageId']]).toEqual([409, 'class.in-use'])
  })

  it('moves a pupil to another class, which nobody overwrites unseen', async () => {
    const { currentYear } = await classes()
    await add('12', '12-A', currentYear)
    const top = (await classes()).classes.find(({ grade }) => grade === '12')
    const { classId } = await pupil(4)
    const move = { customerId: at(4), classId: top?.id, from: null }
    expect((await call(box.app, rami, setPupilClass, move)).body['messageId']).toBe('pupil.changed')
    expect((await call(box.app, rami, setPupilClass, { ...move, from: classId })).status).toBe(200)
    expect(await onTill(4)).toMatchObject({ className: '12-A' })
    expect(await numbers({ grade: '12' })).toEqual(['A4'])
    expect(await numbers({ classId: classId ?? '', grade: '12' })).toEqual([])
  })

  it('gives a scanned card once, and keeps its history; a lost one is refused from the next pull on', async () => {
    const give = (no: number, cardNo: string) => call(box.app, huda, assignCard, { customerId: at(no), cardNo })
    const history = async (no: number) =>
      cardHistory.reply.parse((await call(box.app, huda, cardHistory, { customerId: at(no) })).body).cards
    expect((await give(0, '0012345678')).status).toBe(200)
    expect((await give(0, '0012345678')).status).toBe(200)
    const taken = await give(1, '0012345678')
    expect([taken.status, taken.body['messageId']]).toEqual([409, 'card.taken'])
    expect((await onTill(0))?.cardNo).toBe('0012345678')
    expect(await numbers({ text: '0012345678' })).toEqual(['A0'])
    await give(0, '0087654321')
    box.clock.advance(60_000)
    const lost = { customerId: at(0), cardNo: '0087654321', end: 'lost' }
    expect((await call(box.app, huda, endCard, lost)).status).toBe(200)
    expect((await onTill(0))?.cardNo).toBeNull()
    expect((await call(box.app, huda, endCard, lost)).body['messageId']).toBe('card.changed')
    expect((await history(0)).map(({ cardNo, end }) => [cardNo, end])).toEqual([
      ['0087654321', 'lost'],
      ['0012345678', 'replaced'],
    ])
    const printed = await call(box.app, huda, issueCards, { customerIds: [at(0), at(1)] })
    const { cards } = issueCards.reply.parse(printed.body)
    expect(cards.map(({ admissionNo }) => admissionNo)).toEqual(['A0', 'A1'])
    expect(new Set(cards.map(({ cardNo }) => cardNo)).size).toBe(2)
    const once = await call(box.app, huda, issueCards, { customerIds: [at(0), at(1)] })
    expect(issueCards.reply.parse(once.body).cards).toEqual(cards)
  })

  it('sells until the last day of a pupil who leaves, no more after it, and again on return', async () => {
    const leave = (leftOn: string) =>
      call(box.app, rami, setPupilLeaving, { customerId: at(3), leftOn, leaveReason: 'moved-away' })
    const today = new Date(box.clock.nowMs()).toISOString().slice(0, 10)
    expect((await leave(today)).status).toBe(200)
    await runAdmissionClock(box.deps, canteen.school.schoolId)
    expect((await onTill(3))?.active).toBe(true)
    box.clock.advance(2 * 86_400_000)
    rami = await signInAs(box, canteen.school, 'rami2', ['registrar'])
    await runAdmissionClock(box.deps, canteen.school.schoolId)
    expect((await onTill(3))?.active).toBe(false)
    expect(await numbers({ state: 'left' })).toEqual(['A3'])
    expect((await call(box.app, rami, setPupilReturned, { customerId: at(3) })).status).toBe(200)
    expect(await pupil(3)).toMatchObject({ active: true, leftOn: null, leaveReason: null })
    expect((await leave('2020-01-01')).status).toBe(200)
    expect((await onTill(3))?.active).toBe(false)
    await call(box.app, rami, setPupilReturned, { customerId: at(3) })
  })

  it('promotes whole classes once, as previewed, and takes it back', async () => {
    const preview = async () => previewPromotion.reply.parse((await call(box.app, rami, previewPromotion)).body)
    const { fromYear, classes: found, preview: seen } = await preview()
    expect(found.map(({ grade, to, pupils }) => [grade, to?.name.en, pupils.length])).toEqual([
      ['5', '6 Blue', 4],
      ['12', undefined, 1],
    ])
    const asked = {
      commandId: newId(),
      fromYear,
      moves: found.map(({ id, to }) => ({ classId: id, to })),
      staying: [at(1)],
      lastDay: '2099-06-30',
      preview: seen,
    }
    const other = { ...asked, preview: 'x' }
    expect((await call(box.app, rami, promoteClasses, other)).body['messageId']).toBe('promotion.changed')
    const whole = { ...other, staying: Array.from({ length: maxStaying }, () => newId()) }
    expect((await call(box.app, rami, promoteClasses, whole)).body['messageId']).toBe('promotion.changed')
    const before = await Promise.all([0, 1, 4].map(pupil))
    const made = await call(box.app, rami, promoteClasses, asked)
    expect(made.body).toEqual({ promoted: 3, staying: 1, leaving: 1 })
    expect((await call(box.app, rami, promoteClasses, asked)).body).toEqual(made.body)
    const twice = await call(box.app, rami, promoteClasses, { ...asked, commandId: newId() })
    expect([twice.status, twice.body['messageId']]).toEqual([409, 'promotion.changed'])
    expect((await onTill(0))?.className).toBe('6 Blue')
    expect(await pupil(1)).toMatchObject({ className: '5 Blue' })
    expect((await pupil(1)).classId).not.toBe(before[1]?.classId)
    expect(await pupil(4)).toMatchObject({ leftOn: '2099-06-30', leaveReason: 'graduated', active: true })
    const { promotion, currentYear } = await classes()
    expect([currentYear, promotion?.count, promotion?.canUndo]).toEqual([fromYear + 1, 5, true])
    expect((await call(box.app, rami, undoPromotion, { id: promotion?.id })).status).toBe(200)
    expect(await Promise.all([0, 1, 4].map(pupil))).toEqual(before)
    expect((await preview()).preview).toBe(seen)
  })

  it('takes a promotion back with the pupils whom it made leave, and keeps their class until then', async () => {
    const { fromYear, classes: found, preview } = await previewed()
    const [left] = found.filter(({ to }) => to === null)
    const moves = found.map(({ id, to }) => ({ classId: id, to }))
    const asked = { commandId: newId(), fromYear, moves, staying: [], lastDay: '2020-06-30', preview }
    expect((await call(box.app, rami, promoteClasses, asked)).status).toBe(200)
    await runAdmissionClock(box.deps, canteen.school.schoolId)
    expect((await onTill(4))?.active).toBe(false)
    const emptied = (await classes(fromYear)).classes.find(({ name }) => name.en === '5 Red' || name.en === '5 Blue')
    const removed = await call(box.app, rami, removeClass, { id: emptied?.id, seen: emptied?.revision })
    expect([removed.status, removed.body['messageId']]).toEqual([409, 'class.in-use'])
    const undo = () => call(box.app, rami, undoPromotion, { id: asked.commandId })
    const inClass = and(eq(schoolClasses.schoolId, canteen.school.schoolId), eq(schoolClasses.id, emptied?.id ?? ''))
    const [row] = await box.db.owner.delete(schoolClasses).where(inClass).returning()
    if (!row) throw new Error('no class')
    const gone = await undo()
    expect([gone.status, gone.body['messageId']]).toEqual([409, 'promotion.changed'])
    await box.db.owner.insert(schoolClasses).values(row)
    expect((await undo()).status).toBe(200)
    expect((await onTill(4))?.active).toBe(true)
    expect(await pupil(4)).toMatchObject({ classId: left?.id, leftOn: null, leaveReason: null })
  })

  it('takes no promotion back over a later change', async () => {
    const {
      fromYear,
      classes: found,
      preview,
    } = previewPromotion.reply.parse((await call(box.app, rami, previewPromotion)).body)
    const moves = found.map(({ id, to }) => ({ classId: id, to }))
    const asked = { commandId: newId(), fromYear, moves, staying: [], lastDay: '2099-06-30', preview }
    expect((await call(box.app, rami, promoteClasses, asked)).status).toBe(200)
    await call(box.app, rami, setPupilLeaving, { customerId: at(2), leftOn: '2099-01-01', leaveReason: 'other' })
    const { promotion } = await classes()
    const undone = await call(box.app, rami, undoPromotion, { id: promotion?.id })
    expect([undone.status, undone.body['messageId']]).toEqual([409, 'promotion.changed'])
  })

  it('promotes from the year of the pupils’ classes, also once the next one has begun', async () => {
    const late = await openCanteen(box, 'late', { people: 2 })
    const reem = await signInAs(box, late.school, 'reem', ['registrar'])
    const seen = async () => listClasses.reply.parse((await call(box.app, reem, listClasses, {})).body)
    const today = (await seen()).currentYear
    const id = newId()
    const schoolClass = { id, year: today - 1, grade: '3', name: named('3-A') }
    expect((await call(box.app, reem, saveClass, { schoolClass, seen: 0 })).status).toBe(200)
    expect((await seen()).currentYear).toBe(today)
    const other = newId()
    await call(box.app, reem, saveClass, { schoolClass: { ...schoolClass, id: other, name: named('3 A') }, seen: 0 })
    const moved = { customerId: late.customers[0], classId: id, from: null }
    expect((await call(box.app, reem, setPupilClass, moved)).status).toBe(200)
    const second = { customerId: late.customers[1], classId: other, from: null }
    expect((await call(box.app, reem, setPupilClass, second)).status).toBe(200)
    expect((await seen()).currentYear).toBe(today - 1)
    const { preview } = previewPromotion.reply.parse((await call(box.app, reem, previewPromotion)).body)
    const moves = [
      { classId: id, to: { grade: '4', name: named('4-A') } },
      { classId: other, to: { grade: '4', name: named('4 A') } },
    ]
    const asked = { commandId: newId(), fromYear: today - 1, moves, staying: [], lastDay: '2099-06-30', preview }
    // Names that differ by a sign alone are two classes.
    const made = await call(box.app, reem, promoteClasses, asked)
    expect(made.body).toEqual({ promoted: 2, staying: 0, leaving: 0 })
    const after = await seen()
    expect(after.currentYear).toBe(today)
    expect(Object.fromEntries(after.classes.map(({ name, count }) => [name.en, count]))).toEqual({ '4 A': 1, '4-A': 1 })
  })

  it('is each school’s own', async () => {
    const other = await openCanteen(box, 'manara')
    const theirs = await signInAs(box, other.school, 'theirs', ['admin'])
    expect((await call(box.app, theirs, readPupil, { customerId: at(0) })).status).toBe(404)
    expect((await call(box.app, theirs, assignCard, { customerId: at(0), cardNo: '4711' })).status).toBe(404)
    expect((await call(box.app, theirs, issueCards, { customerIds: [at(0)] })).status).toBe(404)
    const [ours] = (await classes()).classes
    const [their] = await box.db.database.tenant(other.school.schoolId, (tx) =>
      tx.select().from(customers).where(eq(customers.admissionNo, 'A0')),
    )
    const moved = { customerId: their?.id, classId: ours?.id, from: null }
    expect((await call(box.app, theirs, setPupilClass, moved)).status).toBe(404)
    const leaving = { customerId: at(0), leftOn: '2030-01-01', leaveReason: 'other' }
    expect((await call(box.app, theirs, setPupilLeaving, leaving)).status).toBe(404)
  })
})
