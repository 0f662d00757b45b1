import { importColumns } from '#shared/admissions/import/import-columns.rules.ts'
import { checkImport, importJobs, startImport } from '#shared/admissions/import/student-import.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { Served } from './served-school.ts'
import { schoolAsker } from './served-school-api.ts'
import { demoSchool, signInOf } from './served-school-demo.ts'

const columns = ['nameEn', 'birthDate', 'grade', 'entryYear'] as const

/** Letters that no other name has: names hold no digits. */
const unheardOf = () => crypto.randomUUID().replaceAll(/[\d-]/g, '').padEnd(6, 'x')

/**
 * New students of a served school that nobody else's journey knows of, brought in past any browser, by the file that the
 * registrar would choose.
 * @returns their names, as many as were asked for
 */
export async function bringStudents(served: Served, code: string, count = 1): Promise<string[]> {
  const ask = schoolAsker(served, code)
  const { userName, password } = signInOf(demoSchool(code), 'registrar')
  const { token } = await ask(login, { userName, password })
  const names = Array.from({ length: count }, () => `Lulwa Walks-${unheardOf()}`)
  const head = columns.map((column) => importColumns[column].en).join(',')
  const lines = [head, ...names.map((name) => `${name},2024-03-11,1,2030`)]
  const data = Buffer.from(lines.join('\r\n')).toString('base64')
  const commandId = OpId.parse(crypto.randomUUID())
  const { job } = await ask(checkImport, { commandId, fileName: 'New.csv', data }, token)
  if (job?.counts.new !== count) throw new Error(`of ${count} only ${job?.counts.new} are new`)
  const { id } = job
  await ask(startImport, { id, isRunning: true }, token)
  for (let tries = 0; tries < 200; tries += 1) {
    const { jobs } = await ask(importJobs, {}, token)
    if (jobs.find((each) => each.id === id)?.state === 'done') return names
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the students were not brought in')
}
