import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import { machineRandom } from '#server/node/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { listPupils, type PupilFilter, pupilsExport } from '#shared/students/pupils/pupil.contract.ts'
import {
  checkPupilImport,
  type PupilImport,
  pupilImports,
  runPupilImport,
} from '#shared/students/pupils/pupil-import.contract.ts'
import { engines } from '#tests/support/database.ts'
import { fileFrom } from '#tests/support/letters/letters-made.ts'
import { type Canteen, openCanteen } from '#tests/support/pos/canteen.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const file = `Admission number,Name (English),Name (Arabic),Grade,Class,Class (Arabic),Birth date,Card number,Guardian,Guardian’s email
X1,Adam Export,آدم,Grade 5,Export 5,تصدير 5,2019-03-01,990001,Mona,mona.export@example.org
X2,=1+Eve Export,حواء,KG1,Export KG,تصدير الروضة,2021-11-30,,,
X3,Noor Export,نور,,,,,990003,,`

describe.each(engines)('the list of pupils as a file on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let rami: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    rami = await signInAs(box, canteen.school, 'rami', ['registrar'])
    const { id } = await check(Buffer.from(file))
    await call(box.app, rami, runPupilImport, { id, isRunning: true })
    await vi.waitFor(async () => {
      const { jobs } = pupilImports.reply.parse((await call(box.app, rami, pupilImports)).body)
      expect(jobs.find((job) => job.id === id)).toMatchObject({ state: 'done', done: 3 })
    }, 30_000)
  })
  afterAll(() => box.close())

  async function check(bytes: Uint8Array): Promise<PupilImport> {
    box.clock.advance(1)
    const commandId = uuidv7(Date.parse('2030-03-03'), machineRandom)
    const asked = { commandId, fileName: 'pupils', data: Buffer.from(bytes).toString('base64') }
    const { job } = checkPupilImport.reply.parse((await call(box.app, rami, checkPupilImport, asked)).body)
    if (!job) throw new Error('the file was not read')
    return job
  }
  const lines = (filter: PupilFilter) => linesFrom(box, rami, pupilsExport, { filter })

  it('holds what the list of the filter holds, in its order, and a formula as text', async () => {
    const filter = { text: 'export' }
    const { rows } = listPupils.reply.parse((await call(box.app, rami, listPupils, { filter })).body)
    const [head, ...found] = await lines(filter)
    expect(head).toBe(
      'Admission number,Name (English),Name (Arabic),Grade,Class,Class (Arabic),Birth date,Status,Last day',
    )
    expect(found.map((line) => line.split(',')[0])).toEqual(rows.map(({ admissionNo }) => admissionNo))
    expect(found).toContain('X1,Adam Export,آدم,5,Export 5,تصدير 5,2019-03-01,At the school,')
    expect(found).toContain("X2,'=1+Eve Export,حواء,KG1,Export KG,تصدير الروضة,2021-11-30,At the school,")
    expect(found).toContain('X3,Noor Export,نور,,,,,At the school,')
    expect((await lines({ text: 'export', grade: 'KG1' })).slice(1)).toHaveLength(1)
    expect((await lines({ text: 'export', card: 'without' })).slice(1)).toHaveLength(1)
    expect((await lines({ text: 'nobody at all' })).slice(1)).toEqual([])
  })

  it('is read by the import without a change, as either kind of file and in either language', async () => {
    for (const format of ['csv', 'xlsx']) {
      for (const language of ['en', 'ar']) {
        const { bytes } = await fileFrom(box, rami, pupilsExport, { filter: { text: 'export' }, format, language })
        expect((await check(bytes)).counts).toEqual({ new: 0, changed: 0, same: 3, refused: 0 })
      }
    }
  })

  it('names a leaver where the list does', async () => {
    await box.db.database.tenant(canteen.school.schoolId, (tx) =>
      tx.update(customers).set({ active: false, leftOn: '2026-06-30' }).where(eq(customers.admissionNo, 'X1')),
    )
    expect((await lines({ text: 'export' })).slice(1)).toHaveLength(2)
    expect((await lines({ text: 'adam export', state: 'left' })).slice(1)).toEqual([
      'X1,Adam Export,آدم,5,Export 5,تصدير 5,2019-03-01,Left,2026-06-30',
    ])
  })

  it('is refused without the right to see pupils', async () => {
    const auditor = await signInAs(box, canteen.school, 'lamia', ['auditor'])
    const { status } = await call(box.app, auditor, pupilsExport, { filter: {}, language: 'en' })
    expect(status).toBe(403)
  })
})
