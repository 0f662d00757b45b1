import { readSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import { postJournal } from '#server/features/fees/ledger/post-journal.service.ts'
import { previewLeaving, settleLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { approveFeeSchedule, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayAfter, toInstant } from '#shared/kernel/time.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import { accountOfChild, bill, newOpId, pay } from './fee-ledger.ts'
import { aComponent, aPlan, aSchedule, makePupils, tell } from './fee-set-up.ts'

const termsOf2030 = ['2030-09-01', '2031-01-05', '2031-04-12']
const name = { en: 'Term', ar: 'فصل' }
const year2030 = {
  startsOn: '2030-09-01',
  endsOn: '2031-06-25',
  terms: termsOf2030.map((startsOn, at) => ({
    name,
    startsOn,
    endsOn: at < 2 ? dayAfter(termsOf2030[at + 1] ?? '', -1) : '2031-06-25',
  })),
}

interface Opened {
  school: TestSchool
  finance: Caller
  head: Caller
  pupils: { id: string }[]
}

/** Schools of a regulator with fees and children, whose first part is billed and paid, and their leaving. */
export function leavers(boxOf: () => Box) {
  let opened = 0
  async function open(
    regulator: Regulator,
    { annual = 4_500_000, shares = [400_000, 300_000, 300_000], seatFee = 0 } = {},
  ) {
    const school = await makeSchool(boxOf(), `leave-${(opened += 1)}`, { currency: 'AED' })
    await boxOf().db.database.tenant(school.schoolId, async (tx) => {
      const { profile } = await readSchool(tx, school.schoolId)
      await tx.update(schools).set({ profile: { ...profile, regulator, years: [year2030] } })
    })
    const finance = await signInAs(boxOf(), school, 'finance', ['finance'])
    const head = await signInAs(boxOf(), school, 'head', ['head'])
    const plan = aPlan({
      parts: shares.map((ppm, at) => ({ label: name, due: { term: at + 1, days: 0 }, share: { ppm } })),
    })
    const lines = [{ component: 'TUITION', amount: minor(annual), approvedAmount: minor(annual) }]
    const seatLine = aComponent('SEAT', {
      kind: 'registration',
      refundRule: 'none',
      billing: 'first-part',
      priority: 1,
    })
    if (seatFee > 0) lines.push({ component: 'SEAT', amount: minor(seatFee), approvedAmount: minor(seatFee) })
    const schedule = aSchedule(plan.id, { lines })
    const answers = [
      await tell(boxOf(), finance, saveFeeComponent, { component: seatLine, seen: 0 }),
      await tell(boxOf(), finance, saveFeeComponent, { component: aComponent('TUITION'), seen: 0 }),
      await tell(boxOf(), finance, saveFeePlan, { plan, seen: 0 }),
      await tell(boxOf(), finance, saveFeeSchedule, { schedule, seen: 0 }),
      await tell(boxOf(), head, approveFeeSchedule, { id: schedule.id, seen: 1 }),
    ]
    if (answers.some((answer) => answer !== 200)) throw new Error(`the set-up was refused: ${answers.join()}`)
    const pupils = await makePupils(
      boxOf(),
      school,
      Array.from({ length: 8 }, (_, at) => ({ father: `Father ${'x'.repeat(at)}`, births: ['2022-05-05'] })),
    )
    await staySignedIn(boxOf())
    return { school, finance, head, pupils }
  }

  /** A child whose first part is billed and paid, of it so much as seat money. */
  async function leaver({ school, finance, pupils }: Opened, { seat = 0, paid = 1_800_000 } = {}) {
    const studentId = pupils.pop()?.id ?? ''
    const payerId = (await accountOfChild(boxOf(), finance, studentId)).payers[0]?.payerId ?? ''
    if (seat > 0) await depositSeat(school, studentId, seat)
    await bill(boxOf(), finance, school, { studentIds: [studentId], parts: [1] })
    const receipt = await pay(boxOf(), finance, {
      payerId,
      studentId,
      amount: paid - seat,
      currency: 'AED',
      receivedOn: '2030-12-20',
    })
    return { studentId, payerId, receipt }
  }

  const depositSeat = ({ schoolId }: TestSchool, studentId: string, amount: number) =>
    boxOf().db.database.tenant(schoolId, (tx) =>
      postJournal(tx, {
        schoolId,
        opId: newOpId(),
        kind: 'seat-deposit',
        happenedOn: '2030-12-20',
        today: '2030-12-20',
        recordedAt: toInstant(boxOf().clock.nowMs()),
        byUser: null,
        studentId,
        postings: [{ debit: 'cash', credit: 'seat-deposits', amount }],
      }),
    )

  const preview = async (caller: Caller, number: string, requestedOn: string, more: object = {}) => {
    const { status, body } = await call(boxOf().app, caller, previewLeaving, { number, requestedOn, ...more })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return previewLeaving.reply.parse(body)
  }
  const settle = async (caller: Caller, number: string, requestedOn: string, opId = newOpId()) => {
    const { sum: seen } = await preview(caller, number, requestedOn)
    const sums = { keptAmount: seen.kept, returnedAmount: seen.returned }
    const asked = { opId, number, requestedOn, documentNote: 'Moves away', sums }
    const { status, body } = await call(boxOf().app, caller, settleLeaving, asked)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return settleLeaving.reply.parse(body)
  }
  const keptOn = async (caller: Caller, number: string, days: readonly string[]) => {
    const kept = []
    for (const day of days) kept.push((await preview(caller, number, day)).sum.kept)
    return kept
  }
  const day = (no: number) => dayAfter('2030-09-01', no - 1)
  return { open, leaver, preview, settle, keptOn, day }
}
