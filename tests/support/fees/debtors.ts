import { sql } from 'drizzle-orm'
import { feeReminders, sendReminders } from '#shared/fees/reminders/reminder.contract.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { type MadeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import { accountOfChild, bill } from './fee-ledger.ts'
import { makePupils, setUpFees } from './fee-set-up.ts'

/** A Wednesday, eleven in the morning in Doha; the first part was due on 1 September. */
const begin = Date.parse('2030-09-11T08:00:00Z')

interface Desk {
  school: TestSchool
  finance: Caller
  head: Caller
  pupils: MadeStudent[]
}

/** A school whose families owe their first part, and what its finance office sees and sends of reminders. */
export class Debtors {
  readonly #box: Box
  readonly desk: Desk

  private constructor(box: Box, desk: Desk) {
    this.#box = box
    this.desk = desk
  }

  static async open(box: Box, children: number): Promise<Debtors> {
    const school = await makeSchool(box, 'pearl')
    box.clock.advance(begin - box.clock.nowMs())
    const finance = await signInAs(box, school, 'finance', ['finance', 'admin'])
    const head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const families = Array.from({ length: children }, (_, at) => ({
      father: `Father${'x'.repeat(at)}`,
      births: ['2022-05-05'],
    }))
    const pupils = await makePupils(box, school, families)
    await staySignedIn(box)
    return new Debtors(box, { school, finance, head, pupils })
  }

  readonly at = async (time: string) => {
    this.#box.clock.advance(Date.parse(time) - this.#box.clock.nowMs())
    await staySignedIn(this.#box)
  }

  readonly giveAddress = (payerId: string) =>
    this.#box.db.owner.execute(
      sql`update fee_payers set email = ${`${payerId}@home.example`}, phone = null, follows_file = false where id = ${payerId}`,
    )

  /** A child whose first part is overdue, whose payer has an address. */
  readonly debtor = async ({ email = true } = {}) => {
    const { finance, school, pupils } = this.desk
    const studentId = pupils.pop()?.id ?? ''
    await bill(this.#box, finance, school, { studentIds: [studentId], parts: [1] })
    const payerId = (await accountOfChild(this.#box, finance, studentId)).payers[0]?.payerId ?? ''
    if (email) await this.giveAddress(payerId)
    return { studentId, payerId }
  }

  readonly lines = async () => {
    const { status, body } = await call(this.#box.app, this.desk.finance, feeReminders)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return feeReminders.reply.parse(body).lines
  }
  readonly lineOf = async (payerId: string) => (await this.lines()).find(({ payer }) => payer.payerId === payerId)

  readonly send = async (payerIds: string[] | null) =>
    sendReminders.reply.parse((await call(this.#box.app, this.desk.finance, sendReminders, { payerIds })).body)

  readonly mailsTo = async (payerId: string) => {
    const { rows } = await this.#box.db.owner.execute<{
      recipient: string
      params: { letter: string; subject: string }
    }>(sql`select recipient, params from mails where recipient like ${`${payerId}%`} order by created_at, id`)
    return rows
  }
}
