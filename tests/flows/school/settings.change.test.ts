import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from '#server/app.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { route } from '#server/http/serve.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { publicInfo, schoolDetails, schoolList } from '#shared/school/school.contract.ts'
import { readSchoolDetails } from '#shared/school/school-read.contract.ts'
import { changeSchoolSettings, readSchoolSettings } from '#shared/school/settings/school-settings.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox, send } from '#tests/support/server.ts'
import { setSettings, settingsOf } from './settings-kit.ts'

describe.each(engines)('settings of a school on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let maha: Caller
  let omar: Caller
  let manara: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    maha = await signInAs(box, alnoor, 'maha', ['admin'])
    omar = await signInAs(box, alnoor, 'omar', ['admin'])
    manara = await signInAs(box, await makeSchool(box, 'manara'), 'theirs', ['admin'])
  })
  afterAll(() => box.close())

  const details = async (school = 'alnoor') =>
    readSchoolDetails(schoolDetails.reply.parse((await call(box.app, { school }, schoolDetails)).body))

  it('reach visitors, the list of schools and the installed app at once', async () => {
    await details()
    const name = { en: 'Al Noor Academy', ar: 'أكاديمية النور' }
    const website = 'https://www.alnoor.example/home'
    const contact = { email: 'office@alnoor.example', phone: '+974 4000 1111' }
    const lmsUrl = 'https://learn.alnoor.example'
    const reply = await setSettings(box, maha, 'names', { name, website, lmsUrl, contact })
    expect([reply.status, reply.body]).toEqual([200, { version: 1 }])
    expect(await details()).toMatchObject({ name, website, lmsUrl, contact })
    expect((await call(box.app, { school: 'alnoor' }, publicInfo)).body.result).toMatchObject({ name, contact })
    expect(JSON.stringify((await call(box.app, {}, schoolList)).body)).toContain(name.ar)
    const manifest = await send(box.app, {}, 'get', '/branding/alnoor/manifest.webmanifest')
    expect(manifest.body).toMatchObject({ name: name.en })
  })

  it('say who changed them last and when, and are recorded with what was changed and nothing typed', async () => {
    const { names } = await settingsOf(box, omar)
    expect(names).toMatchObject({ version: 1, changed: { by: { en: 'maha' }, at: '2030-03-03T06:00:00.000Z' } })
    const events = await box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(auditEvents))
    const [event, ...others] = events.filter(({ what }) => what === 'school-settings-set')
    expect(others).toEqual([])
    expect(event?.facts).toEqual({ group: 'names', parts: 'name website lmsUrl contact', version: 1 })
    expect(JSON.stringify(event)).not.toContain('alnoor.example')
  })

  it('are overwritten by nobody who has not seen them: the second of two is told', async () => {
    const { names } = await settingsOf(box, omar)
    expect((await setSettings(box, maha, 'names', { website: '' })).status).toBe(200)
    const late = await setSettings(box, omar, 'names', { ...names.values, lmsUrl: '' }, names.version)
    expect([late.status, late.body.messageId]).toEqual([409, 'settings.changed'])
    expect(await details()).toMatchObject({ website: '', lmsUrl: 'https://learn.alnoor.example' })
    const [one, other] = await Promise.all([
      setSettings(box, maha, 'names', { website: 'https://one.example' }, names.version + 1),
      setSettings(box, omar, 'names', { website: 'https://other.example' }, names.version + 1),
    ])
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('are what the next call works with, and within thirty seconds what another process does', async () => {
    const seen = endpoint({ method: 'get', path: '/test/school', audience: 'open', body: Nothing, reply: z.unknown() })
    const asked = () => [route.open(seen, ({ school: { timeZone } }) => Promise.resolve({ timeZone }))]
    const [here, elsewhere] = [createApp(box.deps, [asked]), createApp(box.deps, [asked])]
    const zoneAt = async (app: Box['app']) => (await call(app, { school: 'alnoor' }, seen)).body.timeZone
    expect([await zoneAt(here), await zoneAt(elsewhere)]).toEqual(['Asia/Qatar', 'Asia/Qatar'])
    await setSettings({ ...box, app: here }, maha, 'calendar', { timeZone: 'Asia/Dubai' })
    expect([await zoneAt(here), await zoneAt(elsewhere)]).toEqual(['Asia/Dubai', 'Asia/Qatar'])
    box.clock.advance(30_000)
    expect(await zoneAt(elsewhere)).toBe('Asia/Dubai')
  })

  it('are answered as before when the same is sent again, and nothing is recorded twice', async () => {
    const { names } = await settingsOf(box, maha)
    const again = await setSettings(box, maha, 'names', {}, names.version - 1)
    expect([again.status, again.body]).toEqual([200, { version: names.version }])
  })

  it.each([
    ['name', { name: { en: ' ', ar: 'مدرسة' } }],
    ['name', { name: { en: 'x'.repeat(121), ar: 'مدرسة' } }],
    ['website', { website: 'www.alnoor.example' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['lmsUrl', { lmsUrl: 'https://learn' }],
    ['contact', { contact: { email: 'office', phone: '' } }],
    ['contact', { contact: { email: '', phone: 'call us' } }],
  ])('are refused with the field at fault: %s %j', async (field, wrong) => {
    const { status, body } = await setSettings(box, maha, 'names', wrong)
    expect([status, body.messageId]).toEqual([400, 'request.invalid'])
    expect(body.field).toMatch(new RegExp(`^settings\\.values\\.${field}`))
  })

  it('are for administrators alone, and each school has its own', async () => {
    const before = await settingsOf(box, manara)
    const head = await signInAs(box, alnoor, 'helen', ['head', 'registrar', 'supervisor', 'it'])
    for (const to of [readSchoolSettings, changeSchoolSettings]) {
      const settings = { group: 'names', seen: 0, values: before.names.values }
      expect((await call(box.app, head, to, { settings })).body.messageId).toBe('access.denied')
    }
    expect((await details('manara'))?.name.en).toBe('School manara')
    await setSettings(box, maha, 'names', { name: { en: 'Another name', ar: 'اسم آخر' } })
    expect(await settingsOf(box, manara)).toEqual(before)
  })
})
