import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveCheque, receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import type { ChequeAct } from '#shared/fees/cheques/cheque.rules.ts'
import { saveFeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { Debtors } from '#tests/support/fees/debtors.ts'
import { accountOfChild, bill, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { newFeeId, shareFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('reminders to several payers, and after a cheque, on %s', (engine) => {
  let box: Box
  let debtors: Debtors
  beforeAll(async () => {
    box = await openBox(engine)
    debtors = await Debtors.open(box, 2)
  })
  afterAll(() => box.close())

  it('FEE-21: a child paid for 75/25 is two reminders, each of its own sum to its own payer', async () => {
    const { finance, school, pupils } = debtors.desk
    const { lineOf, mailsTo, send } = debtors
    const studentId = pupils.pop()?.id ?? ''
    const father = (await accountOfChild(box, finance, studentId)).payers[0]?.payerId ?? ''
    const mother = newFeeId()
    const name = { nameLatin: 'Noor', nameArabic: null, language: 'en' as const, kind: 'person' as const }
    const rest = { email: `${mother}@home.example`, phone: null, taxId: null, nationalId: null, isCitizen: false }
    expect(await tell(box, finance, saveFeePayer, { payer: { id: mother, ...name, ...rest }, seen: 0 })).toBe(200)
    const shares = [
      { payerId: father, ppm: 750_000 },
      { payerId: mother, ppm: 250_000 },
    ]
    expect(await shareFees(box, finance, { studentId, componentCode: null, fromOn: '2030-01-01', shares })).toBe(200)
    await bill(box, finance, school, { studentIds: [studentId], parts: [1] })
    await debtors.giveAddress(father)
    expect([await lineOf(father), await lineOf(mother)]).toMatchObject([{ open: 1_350_000 }, { open: 450_000 }])
    expect(await send([father, mother])).toEqual({ sent: 2, failed: 0 })
    const letters = [(await mailsTo(father))[0]?.params.letter ?? '', (await mailsTo(mother))[0]?.params.letter ?? '']
    expect(letters.map((text) => [text.includes('13,500.00'), text.includes('4,500.00')])).toEqual([
      [true, false],
      [false, true],
    ])
    for (const text of letters) expect(text).not.toContain('18,000.00')
  })

  it('FEE-29: reminders go on once a cheque has bounced, by the old due date', async () => {
    const { at, debtor, lineOf, send } = debtors
    const { finance } = debtors.desk
    await at('2030-09-15T08:30:00Z')
    const { payerId, studentId } = await debtor()
    expect((await send([payerId])).sent).toBe(1)
    const day = '2030-09-15'
    const paper = { bank: 'Bank', account: '1', number: '77', receivedOn: day, datedOn: day }
    const chequeId = newOpId()
    const cheque = { chequeId, payerId, studentId, amount: minor(1_800_000), ...paper }
    expect(await tell(box, finance, receiveCheque, cheque)).toBe(200)
    const step = async (act: ChequeAct) => {
      box.clock.advance(1)
      expect(await tell(box, finance, moveCheque, { opId: newOpId(), chequeId, step: act, movedOn: day })).toBe(200)
    }
    await step('deposit')
    expect(await lineOf(payerId)).toMatchObject({ stop: 'cheque-covers' })
    await step('clear')
    expect(await lineOf(payerId)).toBeUndefined()
    await step('bounce')
    expect(await lineOf(payerId)).toMatchObject({ firstDueOn: '2030-09-01', stop: 'too-soon', sent: 1 })
    await at('2030-09-22T08:00:00Z')
    expect(await lineOf(payerId)).toMatchObject({ level: 2, stop: null })
    expect((await send([payerId])).sent).toBe(1)
  })
})
