import { billingRun, previewBilling, startBilling } from '#shared/fees/billing-run.contract.ts'
import { readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { saveFeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { checkPupilImport, pupilImports, runPupilImport } from '#shared/students/pupils/pupil-import.contract.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { newFeeId } from './fee-set-up.ts'

/** A child of a served school whose fees of this year are billed as the demo school has set them. */
export const billedChild = { admissionNo: 'F-1', name: { en: 'Farah Billed', ar: 'فرح المفوترة' } }

export const pupilColumns =
  'Admission number,Name (English),Name (Arabic),Grade,Class,Birth date,Guardian,Guardian’s email'

const pupilFile = [
  pupilColumns,
  `${billedChild.admissionNo},${billedChild.name.en},${billedChild.name.ar},Grade 3,3-F,2018-05-04,Fuad Billed,fuad@home.example`,
].join('\n')

export async function until<T>(read: () => Promise<T>, isOver: (found: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const found = await read()
    if (isOver(found)) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it is not over yet')
}

type Where = Pick<Served, 'port' | 'origin'>
type Code = 'alnoor' | 'manara'

/** Signs in to a served demo school, past any browser. */
async function signedIn(served: Where, code: Code, who: 'admin' | 'finance') {
  const ask = schoolAsker(served, code)
  const { userName, password } = signInOf(demoSchool(code), who)
  return { ask, token: (await ask(login, { userName, password })).token }
}

/** Imports pupils into a served demo school. @param file the lines of a CSV file with the columns of `pupilColumns` */
export async function importPupils(served: Where, code: Code, file: string): Promise<void> {
  const { ask, token } = await signedIn(served, code, 'admin')
  const data = Buffer.from(file).toString('base64')
  const { job: checked } = await ask(
    checkPupilImport,
    { commandId: OpId.parse(newFeeId()), fileName: 'f.csv', data },
    token,
  )
  const id = checked?.id ?? ''
  const jobOf = async () => (await ask(pupilImports, {}, token)).jobs.find((job) => job.id === id)
  await ask(runPupilImport, { id, isRunning: true }, token)
  await until(jobOf, (job) => job?.state === 'done')
}

/** Starts billing the third grade of a served demo school. @returns the run and how it is read */
export async function startThirdGrade(served: Where, code: Code, parts: readonly number[] = []) {
  const { ask, token } = await signedIn(served, code, 'finance')
  const { year } = await ask(readFeeSetup, {}, token)
  const scope = { year, grades: ['3'], parts: [...parts] }
  const { scopeHash } = await ask(previewBilling, scope, token)
  const runId = OpId.parse(newFeeId())
  await ask(startBilling, { runId, scope, scopeHash }, token)
  return { runId, read: async () => (await ask(billingRun, { runId }, token)).run }
}

/** Sets the tax that application fees of a served demo school contain: 5 %. */
export async function taxApplications(served: Where, code: Code): Promise<void> {
  const { ask, token } = await signedIn(served, code, 'finance')
  const { revision: seen, ...settings } = (await ask(readFeeSetup, {}, token)).settings
  const applicationTax = { taxCode: 'standard', taxPpm: 50_000 } as const
  await ask(saveFeeSettings, { settings: { ...settings, applicationTax }, seen }, token)
}

/** Imports a child into a served demo school and bills its fees, past any browser. */
export async function billChild(served: Where, code: Code): Promise<void> {
  await importPupils(served, code, pupilFile)
  const { read } = await startThirdGrade(served, code)
  await until(read, ({ state }) => state === 'done')
}
