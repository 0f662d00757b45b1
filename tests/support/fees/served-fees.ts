import { billingRun, previewBilling, startBilling } from '#shared/fees/billing-run.contract.ts'
import { saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { login } from '#shared/identity/auth.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { checkPupilImport, pupilImports, runPupilImport } from '#shared/students/pupils/pupil-import.contract.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { aComponent, aPlan, aSchedule, newFeeId } from './fee-set-up.ts'

/** A child of a served school whose tuition is billed in three parts, the first of which was due. */
export const billedChild = { admissionNo: 'F-1', name: { en: 'Farah Billed', ar: 'فرح المفوترة' } }

const pupilFile = [
  'Admission number,Name (English),Name (Arabic),Grade,Class,Birth date,Guardian,Guardian’s email',
  `${billedChild.admissionNo},${billedChild.name.en},${billedChild.name.ar},Grade 3,3-F,2018-05-04,Fuad Billed,fuad@home.example`,
].join('\n')

async function until<T>(read: () => Promise<T>, isOver: (found: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await read()
    if (isOver(found)) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it is not over yet')
}

/** Imports a child into a served demo school, sets its fees up and bills them, past any browser. */
export async function billChild(served: Pick<Served, 'port' | 'origin'>, code: 'alnoor' | 'manara'): Promise<void> {
  const ask = schoolAsker(served, code)
  const tokenOf = async (who: 'admin' | 'finance' | 'head') => {
    const { userName, password } = signInOf(demoSchool(code), who)
    return (await ask(login, { userName, password })).token
  }
  const [admin, finance, head] = [await tokenOf('admin'), await tokenOf('finance'), await tokenOf('head')]
  const data = Buffer.from(pupilFile).toString('base64')
  const { job: checked } = await ask(
    checkPupilImport,
    { commandId: OpId.parse(newFeeId()), fileName: 'f.csv', data },
    admin,
  )
  const id = checked?.id ?? ''
  const jobOf = async () => (await ask(pupilImports, {}, admin)).jobs.find((job) => job.id === id)
  await ask(runPupilImport, { id, isRunning: true }, admin)
  await until(jobOf, (job) => job?.state === 'done')

  const { year } = await ask(readFeeSetup, {}, finance)
  const amount = minor(3_867_125)
  const due = [`${year}-09-01`, `${year + 1}-08-01`, `${year + 1}-08-02`]
  const plan = aPlan()
  const parts = plan.parts.map((part, at) => ({ ...part, due: { on: due[at] ?? '' } }))
  const schedule = aSchedule(plan.id, {
    year,
    grades: ['3'],
    approvalRef: '1',
    lines: [{ component: 'TUITION', amount, approvedAmount: amount }],
  })
  await ask(saveFeeComponent, { component: aComponent('TUITION'), seen: 0 }, finance)
  await ask(saveFeePlan, { plan: { ...plan, parts }, seen: 0 }, finance)
  await ask(saveFeeSchedule, { schedule, seen: 0 }, finance)
  await ask(approveFeeSchedule, { id: schedule.id, seen: 1 }, head)
  const scope = { year, grades: ['3'] }
  const { scopeHash } = await ask(previewBilling, scope, finance)
  const runId = OpId.parse(newFeeId())
  await ask(startBilling, { runId, scope, scopeHash }, finance)
  await until(
    async () => (await ask(billingRun, { runId }, finance)).run,
    ({ state }) => state === 'done',
  )
}
