import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { readRules } from '#server/features/admissions/rules/admission-rules.service.ts'
import { typesOf } from '#server/features/documents/document-type.service.ts'
import { schoolValues, paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import type { OutsideReply } from '#server/kernel/deps.ts'
import { setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { letterTemplates } from '#shared/letters/letter-template.contract.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { readSchoolDetails } from '#shared/school/school-read.contract.ts'
import { readOutsideConnections } from '#shared/school/settings/connections.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'
import { setSettings, settingsOf } from './settings-kit.ts'

const both = (text: string) => ({ en: text, ar: `${text} بالعربية` })
const head = { id: '0190a5a5-0000-4000-8000-00000000a0d1', name: both('Dr Huda Saleh'), position: both('Head') }

describe.each(engines)('what a school sets of its content on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let maha: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    maha = await signInAs(box, alnoor, 'maha', ['admin', 'head'])
  })
  afterAll(() => box.close())

  const inSchool: Box['db']['database']['tenant'] = (_, work) => box.db.database.tenant(alnoor.schoolId, work)
  const details = async () =>
    readSchoolDetails(schoolDetails.reply.parse((await call(box.app, { school: 'alnoor' }, schoolDetails)).body))

  it('the regulator: by country until it is set, then for rules and documents', async () => {
    const { schoolId } = alnoor
    const standing = () =>
      inSchool(schoolId, async (tx) => ({
        regulator: (await readRules(tx, schoolId)).rules.regulator,
        pack: (await typesOf(tx, schoolId)).pack,
      }))
    expect((await settingsOf(box, maha)).regulator.values).toEqual({ regulator: 'qatar' })
    expect(await standing()).toEqual({ regulator: 'qatar', pack: 'general-2026-1' })
    expect((await setSettings(box, maha, 'regulator', { regulator: 'abu-dhabi' })).status).toBe(200)
    expect(await standing()).toEqual({ regulator: 'abu-dhabi', pack: 'dubai-2026-1' })
  })

  it('the regulator: admission rules that were opened before it was set do not undo it', async () => {
    const opened = await inSchool(alnoor.schoolId, (tx) => readRules(tx, alnoor.schoolId))
    const { regulator } = await settingsOf(box, maha)
    const other = regulator.values.regulator === 'qatar' ? 'abu-dhabi' : 'qatar'
    expect((await setSettings(box, maha, 'regulator', { regulator: other }, regulator.version)).status).toBe(200)
    const save = () => call(box.app, maha, setAdmissionRules, opened)
    expect((await save()).body).toMatchObject({ messageId: 'rules.changed' })
    expect((await settingsOf(box, maha)).regulator.values).toEqual({ regulator: other })
  })

  it('the regulator: set with the admission rules it is the same, and who had it open is told', async () => {
    const { regulator } = await settingsOf(box, maha)
    const { rules, revision } = await inSchool(alnoor.schoolId, (tx) => readRules(tx, alnoor.schoolId))
    const asked = { rules: { ...rules, regulator: 'dubai' }, revision }
    expect((await call(box.app, maha, setAdmissionRules, asked)).status).toBe(200)
    expect((await settingsOf(box, maha)).regulator).toMatchObject({ values: { regulator: 'dubai' } })
    const late = await setSettings(box, maha, 'regulator', { regulator: 'none' }, regulator.version)
    expect(late.body.messageId).toBe('settings.changed')
  })

  it('labels of statuses: on every screen by the school’s details', async () => {
    const labels = [{ status: 'waiting', label: both('In the pool') }]
    expect((await setSettings(box, maha, 'statuses', { labels })).status).toBe(200)
    expect((await details())?.statusLabels).toEqual(labels)
    const half = [{ status: 'waiting', label: { en: 'In the pool', ar: '' } }]
    const wrong = await setSettings(box, maha, 'statuses', { labels: half })
    expect(wrong.body.field).toBe('settings.values.labels.0.label.ar')
  })

  it('letters: signed by a person where one is chosen, and by the school elsewhere', async () => {
    const signedBy = [{ letter: 'rejection', signatory: head.id }]
    const letters = { signatories: [head], signedBy, own: ['zaya-offer-letter'] }
    expect((await setSettings(box, maha, 'letters', letters)).status).toBe(200)
    const paper = await inSchool(alnoor.schoolId, (tx) => paperSchool(tx, alnoor.schoolId))
    expect(schoolValues(paper, 'rejection')).toMatchObject({
      'letter.signedBy': { latin: 'Dr Huda Saleh', arabic: 'Dr Huda Saleh بالعربية' },
      'letter.signerRole': head.position,
    })
    expect(schoolValues(paper, 'waiting-list')).toMatchObject({ 'letter.signerRole': { en: 'Admissions office' } })
    const gone = await setSettings(box, maha, 'letters', { signatories: [] })
    expect(gone.body.field).toBe('settings.values.signedBy')
  })

  it('letters: the school lists those of some schools that it has chosen', async () => {
    const { body } = await call(box.app, maha, letterTemplates)
    const listed = JSON.stringify(body)
    expect(listed).toContain('zaya-offer-letter')
    expect(listed).not.toContain('alfalah-offer-letter')
    expect((await details())?.letters).toEqual(['zaya-offer-letter'])
  })

  it('outside services: unset says so; set, the server asks the address and tells what came of it', async () => {
    const asked: string[] = []
    let reply: OutsideReply = { body: { result: [{ name: 'Bus', url: 'https://bus.example' }] } }
    const readOutside = (address: string) => {
      asked.push(address)
      return Promise.resolve(reply)
    }
    const app = createApp({ ...box.deps, readOutside })
    const listing = async () => (await call(app, maha, readOutsideConnections)).body
    expect(await listing()).toEqual({ state: 'unset' })
    const listingUrl = 'https://listing.example/api/connections'
    expect((await setSettings(box, maha, 'connections', { listingUrl })).status).toBe(200)
    expect(await listing()).toMatchObject({ state: 'listed', connections: [{ name: { en: 'Bus' } }] })
    reply = { failed: 'timeout' }
    expect(await listing()).toEqual({ state: 'failed', why: 'timeout' })
    reply = { body: 'no listing' }
    expect(await listing()).toEqual({ state: 'failed', why: 'unreadable' })
    expect(asked).toEqual([listingUrl, listingUrl, listingUrl])
  })

  it.each([
    'http://listing.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://localhost/',
    'https://printer.local/',
    'https://me:secret@listing.example/',
    'ftp://listing.example',
    'https://listing.example:8443/',
    'https://listing.example:99999/',
  ])('outside services: %s is refused', async (listingUrl) => {
    const { body } = await setSettings(box, maha, 'connections', { listingUrl })
    expect(body).toMatchObject({ messageId: 'request.invalid', field: 'settings.values.listingUrl' })
  })
})
