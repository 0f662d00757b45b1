import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { schoolClasses } from '#server/features/students/classes/class.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { machineRandom } from '#server/node/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { listClasses, previewPromotion, promoteClasses, saveClass } from '#shared/students/pupils/class.contract.ts'
import {
  checkPupilImport,
  pupilImports,
  pupilsRefused,
  runPupilImport,
} from '#shared/students/pupils/pupil-import.contract.ts'
import { setPupilClass } from '#shared/students/pupils/pupil.contract.ts'
import { setSettings, settingsOf } from '#tests/flows/school/settings-kit.ts'
import { engines } from '#tests/support/database.ts'
import { openCanteen } from '#tests/support/pos/canteen.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const newId = () => uuidv7(Date.parse('2030-01-01T00:00:00.000Z'), machineRandom)
const named = (en: string) => ({ en, ar: en })
const grade = (code: string, en: string, ar: string, age: number) => ({ code, name: { en, ar }, age })
const british = [
  grade('FS1', 'Foundation 1', 'التأسيس 1', 3),
  grade('FS2', 'Foundation 2', 'التأسيس 2', 4),
  ...Array.from({ length: 13 }, (_, no) => grade(`Y${no + 1}`, `Year ${no + 1}`, `السنة ${no + 1}`, no + 5)),
]

describe.each(engines)('a school with grades of its own on %s', (engine) => {
  let box: Box
  beforeAll(async () => {
    box = await openBox(engine)
  })
  afterAll(() => box.close())

  /** Opens a school of Years 1 to 13. */
  async function openBritish(code: string, people = 1) {
    const canteen = await openCanteen(box, code, { people })
    const tala = await signInAs(box, canteen.school, `tala-${code}`, ['admin', 'registrar'])
    const setGrades = () => setSettings(box, tala, 'grades', { grades: british })
    return { canteen, tala, setGrades }
  }
  const classesOf = async (tala: Caller) => listClasses.reply.parse((await call(box.app, tala, listClasses, {})).body)
  const previewOf = async (tala: Caller) =>
    previewPromotion.reply.parse((await call(box.app, tala, previewPromotion)).body)
  const addClass = async (tala: Caller, of: { grade: string; name: string; pupil?: string | undefined }) => {
    const { currentYear: year } = await classesOf(tala)
    const schoolClass = { id: newId(), year, grade: of.grade, name: named(of.name) }
    expect((await call(box.app, tala, saveClass, { schoolClass, seen: 0 })).status).toBe(200)
    const move = { customerId: of.pupil, classId: schoolClass.id, from: null }
    if (of.pupil) expect((await call(box.app, tala, setPupilClass, move)).status).toBe(200)
  }

  it('imports pupils of them, and refuses a grade that it does not have', async () => {
    const { canteen, tala, setGrades } = await openBritish('nis')
    expect((await setGrades()).status).toBe(200)
    const lines = ['fs1,FS1 Owls', 'Year 7,7 Red', '١٣,13 Red', 'KG1,KG1 A', 'Grade 7,7 Blue']
    const rows = lines.map((line, no) => `N${no},Pupil ${no},${line}`)
    const file = ['Admission number,Name (English),Grade,Class', ...rows].join('\n')
    const asked = { commandId: newId(), fileName: 'pupils.csv', data: Buffer.from(file).toString('base64') }
    const { job } = checkPupilImport.reply.parse((await call(box.app, tala, checkPupilImport, asked)).body)
    expect(job?.counts).toEqual({ new: 3, changed: 0, same: 0, refused: 2 })
    const { refused } = pupilsRefused.reply.parse((await call(box.app, tala, pupilsRefused, { id: job?.id })).body)
    const problems = [{ column: 'grade', why: 'not-a-grade' }]
    expect(refused).toMatchObject([
      { row: 5, problems },
      { row: 6, problems },
    ])
    await call(box.app, tala, runPupilImport, { id: job?.id, isRunning: true })
    await vi.waitFor(async () => {
      const { jobs } = pupilImports.reply.parse((await call(box.app, tala, pupilImports)).body)
      expect(jobs[0]?.state).toBe('done')
    }, 30_000)
    const [classes, files] = await box.db.database.tenant(canteen.school.schoolId, async (tx) => [
      await tx.select().from(schoolClasses),
      await tx.select().from(students),
    ])
    expect(Object.fromEntries(classes.map(({ name, grade: code }) => [name.en, code]))).toEqual({
      'FS1 Owls': 'FS1',
      '7 Red': 'Y7',
      '13 Red': 'Y13',
    })
    expect(new Set(files.map(({ grade: code }) => code))).toEqual(new Set(['FS1', 'Y7', 'Y13']))
  })

  it('lists and promotes its classes in their order: the last grade leaves, and one with pupils is kept', async () => {
    const { canteen, tala, setGrades } = await openBritish('eton', 3)
    expect((await setGrades()).status).toBe(200)
    const [one, two, three] = canteen.customers
    await addClass(tala, { grade: 'Y13', name: '13 Red', pupil: one })
    await addClass(tala, { grade: 'Y9', name: 'Year 9 Red', pupil: two })
    await addClass(tala, { grade: 'FS2', name: 'FS2 Owls', pupil: three })
    expect((await classesOf(tala)).classes.map(({ grade: code }) => code)).toEqual(['FS2', 'Y9', 'Y13'])
    const { fromYear, classes, preview } = await previewOf(tala)
    expect(classes.map(({ to, isUnknownGrade }) => [to?.grade, to?.name.en, isUnknownGrade])).toEqual([
      ['Y1', 'Y1 Owls', false],
      ['Y10', 'Year 10 Red', false],
      [undefined, undefined, false],
    ])
    const moves = classes.map(({ id, to }) => ({ classId: id, to }))
    const asked = { commandId: newId(), fromYear, moves, staying: [], lastDay: '2099-06-30', preview }
    const made = await call(box.app, tala, promoteClasses, asked)
    expect(made.body).toEqual({ promoted: 2, staying: 0, leaving: 1 })
    expect((await classesOf(tala)).classes.map(({ grade: code, count }) => [code, count])).toEqual([
      ['Y1', 1],
      ['Y10', 1],
    ])
    const grades = british.filter(({ code }) => code !== 'Y10')
    const gone = await setSettings(box, tala, 'grades', { grades })
    expect([gone.status, gone.body]).toMatchObject([409, { messageId: 'settings.grade-used', field: 'Y10' }])
    expect((await settingsOf(box, tala)).usedGrades).toContainEqual({ code: 'Y10', by: ['classes'] })
  })

  it('keeps a class of a grade that it no longer has, and leaves where it goes to the person who promotes', async () => {
    const { tala, setGrades } = await openBritish('old')
    await addClass(tala, { grade: '5', name: '5-A' })
    await addClass(tala, { grade: '12', name: '12-A' })
    expect((await previewOf(tala)).classes.map(({ to }) => to?.grade)).toEqual(['6', undefined])
    expect((await setGrades()).status).toBe(200)
    expect((await classesOf(tala)).classes.map(({ name }) => name.en)).toEqual(['12-A', '5-A'])
    expect((await previewOf(tala)).classes).toMatchObject([
      { grade: '12', to: null, isUnknownGrade: true },
      { grade: '5', to: null, isUnknownGrade: true },
    ])
  })
})
