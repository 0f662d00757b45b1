import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { machineRandom } from '#server/node/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { checkPupilImport, type PupilColumn } from '#shared/students/pupils/pupil-import.contract.ts'
import { engines } from '#tests/support/database.ts'
import { openCanteen } from '#tests/support/pos/canteen.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('a school’s own list of pupils on %s', (engine) => {
  let box: Box
  let rami: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    const canteen = await openCanteen(box, 'alnoor')
    rami = await signInAs(box, canteen.school, 'rami', ['registrar', 'finance'])
  })
  afterAll(() => box.close())

  const readBy = async (
    lines: readonly string[],
    columns?: { head: string; column: PupilColumn | null }[],
    who = rami,
  ) => {
    box.clock.advance(1)
    const data = Buffer.from(lines.join('\n')).toString('base64')
    const commandId = uuidv7(Date.parse('2030-03-04'), machineRandom)
    const { body } = await call(box.app, who, checkPupilImport, {
      commandId,
      fileName: 'own list.csv',
      data,
      ...(columns && { columns }),
    })
    return checkPupilImport.reply.parse(body)
  }

  it('is read under the headings of a school’s own list, the template’s first', async () => {
    const own = await readBy(['Student no,Name,Parent’s mobile,House', 'P40,Pupil 40,+97455500040,Red'])
    expect(own.job?.counts).toEqual({ new: 1, changed: 0, same: 0, refused: 0 })
    expect(own.heads).toEqual([
      { head: 'Student no', sample: 'P40', column: 'admissionNo' },
      { head: 'Name', sample: 'Pupil 40', column: 'nameEn' },
      { head: 'Parent’s mobile', sample: '+97455500040', column: 'guardianPhone' },
      { head: 'House', sample: 'Red', column: null },
    ])
    const both = await readBy(['Admission number,Student ID,Name,Father,Mother', 'P41,900,Pupil 41,Omar,Maha'])
    expect(both.job?.counts.new).toBe(1)
    expect(both.heads.map(({ column }) => column)).toEqual(['admissionNo', null, 'nameEn', 'guardianName', null])
  })

  it('has its columns matched by a person, which is remembered for lists of that shape at this school', async () => {
    const lines = (no: number, heads = 'Code;Child;Mum;House') => [heads, `P${no};Pupil ${no};Maha ${no};Red`]
    const first = await readBy(lines(50))
    expect(first).toMatchObject({ job: null, unreadable: { why: 'columns-missing', columns: ['admissionNo'] } })
    expect(first.heads.map(({ head, column }) => [head, column])).toEqual([
      ['Code', null],
      ['Child', null],
      ['Mum', null],
      ['House', null],
    ])
    const columns = [
      { head: 'Code', column: 'admissionNo' as const },
      { head: 'Child', column: 'nameEn' as const },
      { head: 'Mum', column: 'guardianName' as const },
      { head: 'House', column: null },
    ]
    // What is said wrongly is answered, and not remembered.
    const twice = columns.map((each) => ({ ...each, column: 'admissionNo' as const }))
    expect((await readBy(lines(50), twice)).unreadable?.why).toBe('columns-twice')
    expect((await readBy(lines(50))).isRemembered).toBe(false)
    const mapped = await readBy(lines(50), columns)
    expect(mapped).toMatchObject({ job: { counts: { new: 1 } }, isRemembered: false })
    const again = await readBy(lines(51, 'CODE;child;Mum;House'))
    expect(again).toMatchObject({ job: { counts: { new: 1 } }, isRemembered: true })
    const other = await openCanteen(box, 'pearl')
    const theirs = await signInAs(box, other.school, 'of-pearl', ['registrar', 'finance'])
    expect((await readBy(lines(52), undefined, theirs)).job).toBeNull()
  })
})
