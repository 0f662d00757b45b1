import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rosterHeaders } from '#server/features/students/one-roster/one-roster.types.ts'
import { machineRandom } from '#server/node/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { exportOneRoster } from '#shared/students/pupils/one-roster.contract.ts'
import { listPupils } from '#shared/students/pupils/pupil.contract.ts'
import {
  checkPupilImport,
  type PupilImport,
  pupilImports,
  pupilsRefused,
  runPupilImport,
} from '#shared/students/pupils/pupil-import.contract.ts'
import { engines } from '#tests/support/database.ts'
import { fileFrom } from '#tests/support/letters/letters-made.ts'
import { type Canteen, openCanteen } from '#tests/support/pos/canteen.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const file = `Admission number,Name (English),Name (Arabic),Grade,Class,Class (Arabic),Birth date
X1,Adam Omar Export,آدم,Grade 5,Export 5,تصدير 5,2019-03-01
X2,"Eve, Export",حواء,KG1,Export KG,تصدير الروضة,2021-11-30
X3,Noor,نور,,,,`

describe.each(engines)('the roster as OneRoster 1.2 on %s (operate §10)', (engine) => {
  let box: Box
  let canteen: Canteen
  let admin: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    admin = await signInAs(box, canteen.school, 'amal', ['admin'])
    await run((await check(strToU8(file))).id)
  })
  afterAll(() => box.close())

  async function check(bytes: Uint8Array): Promise<PupilImport> {
    box.clock.advance(1)
    const commandId = uuidv7(Date.parse('2030-03-03'), machineRandom)
    const asked = { commandId, fileName: 'roster', data: Buffer.from(bytes).toString('base64') }
    const { job, unreadable } = checkPupilImport.reply.parse((await call(box.app, admin, checkPupilImport, asked)).body)
    if (!job) throw new Error(`the file was not read: ${unreadable?.why}`)
    return job
  }
  async function run(id: string) {
    await call(box.app, admin, runPupilImport, { id, isRunning: true })
    await vi.waitFor(async () => {
      const { jobs } = pupilImports.reply.parse((await call(box.app, admin, pupilImports)).body)
      expect(jobs.find((job) => job.id === id)?.state).toBe('done')
    }, 30_000)
  }
  const exported = async (input: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries(unzipSync((await fileFrom(box, admin, exportOneRoster, input)).bytes)).map(([name, bytes]) => [
        name,
        strFromU8(bytes).split('\r\n').slice(0, -1),
      ]),
    )
  const zipOf = (files: Record<string, readonly string[]>) =>
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, strToU8(`${lines.join('\r\n')}\r\n`)])),
    )

  it('has the files and headers of the binding, and a manifest that names them', async () => {
    const files = await exported()
    for (const [name, headers] of Object.entries(rosterHeaders)) {
      if (name === 'demographics') expect(files).not.toHaveProperty('demographics.csv')
      else expect(files[`${name}.csv`]?.[0], name).toBe(headers.join(','))
    }
    const manifest = files['manifest.csv']
    expect(manifest?.slice(0, 3)).toEqual(['propertyName,value', 'manifest.version,1.0', 'oneroster.version,1.2'])
    expect(manifest).toContain('file.users,bulk')
    expect(manifest).toContain('file.demographics,absent')
    expect(manifest).toContain('file.lineItems,absent')
  })

  it('leads from each row to one that there is', async () => {
    const files = await exported({ withBirthDates: true })
    const column = (name: keyof typeof rosterHeaders, header: string) => {
      const at = (rosterHeaders[name] as readonly string[]).indexOf(header)
      // No cell before these holds a comma.
      return (files[`${name}.csv`] ?? []).slice(1).map((line) => line.split(',')[at] ?? '')
    }
    const ids = new Set(
      (Object.keys(rosterHeaders) as (keyof typeof rosterHeaders)[]).flatMap((name) => column(name, 'sourcedId')),
    )
    const leads = [
      ...column('classes', 'courseSourcedId'),
      ...column('enrollments', 'classSourcedId'),
      ...column('enrollments', 'userSourcedId'),
      ...column('roles', 'userSourcedId'),
      ...column('roles', 'orgSourcedId'),
      ...column('demographics', 'sourcedId'),
    ]
    expect(leads.length).toBeGreaterThan(6)
    expect(leads.filter((id) => !ids.has(id))).toEqual([])
    expect(files['demographics.csv']?.filter((line) => line.includes('2019-03-01'))).toHaveLength(1)
  })

  it('has who leads the school in the roles of the binding, without the names they sign in with, and no other staff', async () => {
    await signInAs(box, canteen.school, 'hind', ['head', 'registrar'])
    await signInAs(box, canteen.school, 'fatima', ['finance'])
    const files = await exported()
    const [amal, hind] = ['amal', 'hind'].map((name) => files['users.csv']?.find((line) => line.includes(`${name}@`)))
    const [head, admin2] = [hind, amal].map((line) => line?.split(',')[0] ?? 'nobody')
    expect(files['roles.csv']?.filter((line) => !line.includes(',student,')).slice(1)).toEqual(
      [
        [admin2, 'siteAdministrator'],
        [head, 'principal'],
      ]
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
        .map(([id, role]) => `${id}-${role},,,${id},primary,${role},,,${canteen.school.schoolId},`),
    )
    expect(hind).toContain(',hind@school.example,')
    expect(files['users.csv']?.some((line) => line.includes('fatima'))).toBe(false)
    expect(files['classes.csv']?.length).toBeGreaterThan(1)
    expect(files['enrollments.csv']?.some((line) => line.includes('teacher'))).toBe(false)
  })

  it('is read by the import without a change, with and without birth dates', async () => {
    const { rows } = listPupils.reply.parse((await call(box.app, admin, listPupils, { limit: 200 })).body)
    // Pupils of the canteen, who have no file yet, get one with their first import.
    const whole = await fileFrom(box, admin, exportOneRoster, {})
    const first = await check(whole.bytes)
    expect(first.counts).toEqual({ new: 0, changed: rows.length - 3, same: 3, refused: 0 })
    await run(first.id)
    for (const withBirthDates of [false, true]) {
      const { bytes } = await fileFrom(box, admin, exportOneRoster, { withBirthDates })
      const { id, counts } = await check(bytes)
      const { refused } = pupilsRefused.reply.parse((await call(box.app, admin, pupilsRefused, { id })).body)
      expect(refused).toEqual([])
      expect(counts).toEqual({ new: 0, changed: 0, same: rows.length, refused: 0 })
    }
  })

  it('of another program brings new pupils, and says which rows it refuses, by their number in users.csv', async () => {
    const files = {
      'manifest.csv': ['propertyName,value', 'oneroster.version,1.2'],
      'users.csv': [
        'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,grades',
        'u1,,,true,sara,,Sara,Ali,,Y1,05',
        't1,,,true,teacher,,Tom,Teacher,,T1,',
        'u2,,,true,huda,,هدى,سالم,,Y2,KG',
        'u3,,,true,,,Nobody,Numbered,,,03',
        'u4,tobedeleted,,true,gone,,Gone,Away,,Y4,03',
      ],
      'roles.csv': [
        'sourcedId,status,dateLastModified,userSourcedId,roleType,role',
        'r1,,,u1,primary,student',
        'r2,,,t1,primary,teacher',
        'r3,,,u2,primary,student',
        'r4,,,u3,primary,student',
        'r5,,,u4,primary,student',
      ],
      'classes.csv': ['sourcedId,title,grades,classType', 'c1,5 Blue,05,homeroom', 'c2,Maths,05,scheduled'],
      'enrollments.csv': ['sourcedId,classSourcedId,userSourcedId,role', 'e1,c1,u1,student', 'e2,c2,u1,student'],
    }
    const job = await check(zipOf(files))
    expect(job.counts).toEqual({ new: 2, changed: 0, same: 0, refused: 1 })
    const { refused } = pupilsRefused.reply.parse((await call(box.app, admin, pupilsRefused, { id: job.id })).body)
    expect(refused).toMatchObject([{ row: 5, problems: [{ column: 'admissionNo', why: 'missing' }] }])
    await run(job.id)
    const { rows } = listPupils.reply.parse((await call(box.app, admin, listPupils, { filter: { text: 'Y1' } })).body)
    expect(rows).toMatchObject([{ admissionNo: 'Y1', name: { en: 'Sara Ali' }, className: '5 Blue' }])
  })

  it('needs the right over other programs and the right to see pupils', async () => {
    for (const role of ['it', 'registrar'] as const) {
      const person = await signInAs(box, canteen.school, `only-${role}`, [role])
      expect((await call(box.app, person, exportOneRoster)).body.messageId).toBe('access.denied')
    }
  })
})
