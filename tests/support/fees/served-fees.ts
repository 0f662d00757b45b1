import { billingRun, previewBilling, startBilling } from '#shared/fees/billing-run.contract.ts'
import { readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { login } from '#shared/identity/auth.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { checkPupilImport, pupilImports, runPupilImport } from '#shared/students/pupils/pupil-import.contract.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { newFeeId } from './fee-set-up.ts'

/** A child of a served school whose fees of this year are billed as the demo school has set them. */
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

/** Imports a child into a served demo school and bills its fees, past any browser. */
export async function billChild(served: Pick<Served, 'port' | 'origin'>, code: 'alnoor' | 'manara'): Promise<void> {
  const ask = schoolAsker(served, code)
  const tokenOf = async (who: 'admin' | 'finance') => {
    const { userName, password } = signInOf(demoSchool(code), who)
    return (await ask(login, { userName, password })).token
  }
  const [admin, finance] = [await tokenOf('admin'), await tokenOf('finance')]
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
  const scope = { year, grades: ['3'] }
  const { scopeHash } = await ask(previewBilling, scope, finance)
  const runId = OpId.parse(newFeeId())
  await ask(startBilling, { runId, scope, scopeHash }, finance)
  await until(
    async () => (await ask(billingRun, { runId }, finance)).run,
    ({ state }) => state === 'done',
  )
}
