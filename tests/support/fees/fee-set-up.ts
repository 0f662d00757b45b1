import type { z } from 'zod'
import { customers, pupilAccounts } from '#server/features/pos/accounts/customer.table.ts'
import { schoolClasses } from '#server/features/students/classes/class.table.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { type FeeComponentInput, saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { feePayersOfStudent, setFeeShares } from '#shared/fees/setup/fee-payer.contract.ts'
import { type FeePlanInput, saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, type FeeScheduleInput, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { type FeeSetup, readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import { type MadeStudent, makeStudents } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'

export const aComponent = (code: string, more: Partial<FeeComponentInput> = {}): FeeComponentInput => ({
  code,
  name: { en: code, ar: code },
  kind: 'tuition',
  taxCode: 'none',
  taxPpm: 0,
  stateBears: false,
  account: '',
  isDeferred: true,
  isDiscountable: true,
  capsAsTuition: true,
  refundRule: 'tuition',
  billing: 'plan',
  priority: 10,
  isRetired: false,
  isOptional: false,
  ...more,
})

export const newFeeId = () => crypto.randomUUID()

/** Three parts of 40, 30 and 30 %. */
export const aPlan = (more: Partial<FeePlanInput> = {}): FeePlanInput => ({
  id: newFeeId(),
  name: { en: 'Three parts', ar: 'ثلاثة أقساط' },
  parts: [400_000, 300_000, 300_000].map((ppm, at) => ({
    label: { en: `Part ${at + 1}`, ar: `القسط ${at + 1}` },
    due: { on: `2030-${String(9 + at).padStart(2, '0')}-01` },
    share: { ppm },
  })),
  isRetired: false,
  ...more,
})

export const aSchedule = (planId: string, more: Partial<FeeScheduleInput> = {}): FeeScheduleInput => ({
  id: newFeeId(),
  seriesId: newFeeId(),
  year: 2030,
  campus: '',
  stream: '',
  grades: ['1', '2'],
  pupils: 'all',
  approvalRef: '',
  lines: [{ component: 'TUITION', amount: minor(4_500_000), approvedAmount: minor(4_500_000) }],
  planId,
  ...more,
})

export const feeSetup = async (box: Box, caller: Caller): Promise<FeeSetup> =>
  readFeeSetup.reply.parse((await call(box.app, caller, readFeeSetup)).body)

/** Calls and answers `200`, or the id of the refusal. */
export async function tell<E extends Parameters<typeof call>[2]>(
  box: Box,
  caller: Caller,
  to: E,
  input: z.input<E['body']>,
): Promise<string | number> {
  const { status, body } = await call(box.app, caller, to, input)
  return status === 200 ? 200 : (body as { messageId: string }).messageId
}

/** Sets who pays for a child, as the shares are now. */
export async function shareFees(
  box: Box,
  caller: Caller,
  asked: Omit<z.input<typeof setFeeShares.body>, 'sharesMark'>,
): Promise<string | number> {
  const { body } = await call(box.app, caller, feePayersOfStudent, { studentId: asked.studentId })
  return tell(box, caller, setFeeShares, { ...asked, sharesMark: feePayersOfStudent.reply.parse(body).sharesMark })
}

/** A school with tuition, a plan and an approved schedule of 2030 for grades 1 and 2. */
export async function setUpFees(box: Box, { finance, head }: { finance: Caller; head: Caller }) {
  const plan = aPlan()
  const schedule = aSchedule(plan.id)
  const answers = [
    await tell(box, finance, saveFeeComponent, { component: aComponent('TUITION'), seen: 0 }),
    await tell(box, finance, saveFeePlan, { plan, seen: 0 }),
    await tell(box, finance, saveFeeSchedule, { schedule, seen: 0 }),
    await tell(box, head, approveFeeSchedule, { id: schedule.id, seen: 1 }),
  ]
  if (answers.some((answer) => answer !== 200)) throw new Error(answers.join(' '))
  return { plan, schedule }
}

/** Pupils of a class of grade 1 in 2030, each with a father; those of one family share his phone. */
export async function makePupils(
  box: Box,
  school: TestSchool,
  families: readonly { father: string; births: readonly string[] }[],
): Promise<MadeStudent[]> {
  const births = families.flatMap((family) => family.births.map((birthDate) => ({ ...family, birthDate })))
  const made = await makeStudents(box, school, births.length, (no) => ({
    birthDate: births[no]?.birthDate ?? null,
    entryYear: 2028,
    grade: 'KG1',
    status: 'confirmed',
    nameLatin: `Child ${no + 1}`,
  }))
  const { schoolId } = school
  const classId = newFeeId()
  await box.db.database.tenant(schoolId, async (tx) => {
    await tx.insert(schoolClasses).values({
      schoolId,
      id: classId,
      year: 2030,
      grade: '1',
      name: { en: `1${classId.slice(0, 4)}`, ar: '1' },
      revision: 1,
    })
    const of = made.map(({ id: studentId }, no) => ({
      studentId,
      no,
      customerId: CustomerId.parse(newFeeId()),
      father: births[no]?.father ?? '',
    }))
    const account = { schoolId, className: '1A', allergens: [], diet: [], overdraft: minor(0), active: true, classId }
    await tx.insert(customers).values(
      of.map(({ no, studentId, customerId: id }) => ({
        ...account,
        id,
        admissionNo: `N${studentId.slice(-8)}`,
        name: { en: `Child ${no + 1}`, ar: `الطفل ${no + 1}` },
        version: no + 1,
      })),
    )
    const open = { schoolId, isOurs: true, state: 'open' as const, openedAt: '2030-01-01T00:00:00.000Z' }
    await tx.insert(pupilAccounts).values(of.map(({ studentId, customerId }) => ({ ...open, studentId, customerId })))
    const guardian = { schoolId, position: 0, relation: 'father' as const, language: 'en' as const }
    await tx.insert(studentGuardians).values(
      of.map(({ studentId, father }) => ({
        ...guardian,
        id: newFeeId(),
        studentId,
        nameLatin: father,
        phone: `+9745${String(father.length).padStart(7, '0')}`,
      })),
    )
  })
  return made
}
