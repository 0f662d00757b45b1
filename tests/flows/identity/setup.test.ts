import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { consentPurposes } from '#server/features/consents/consent.table.ts'
import { servedForm } from '#server/features/forms/form.service.ts'
import { currentForms } from '#server/features/forms/start-forms.service.ts'
import { formVersions } from '#server/features/forms/form.table.ts'
import { accountLinks } from '#server/features/identity/accounts/account.table.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { createSetupLink } from '#server/features/identity/setup/setup-link.service.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import { sites, tills } from '#server/features/sync/devices/device.table.ts'
import { gradeChoices } from '#shared/forms/form-students.rules.ts'
import { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { resetPassword } from '#shared/identity/account.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { checkSetup, setUpSchool } from '#shared/identity/setup.contract.ts'
import { peopleList } from '#shared/identity/staff.contract.ts'
import { hourMs } from '#shared/kernel/time.ts'
import { publicInfo } from '#shared/school/school.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { type Box, boxOver, call, logged, openBox } from '#tests/support/server.ts'

const school = {
  code: 'pearl',
  name: { en: 'Pearl School', ar: 'مدرسة اللؤلؤة' },
  country: 'KW',
  currency: 'KWD',
  timeZone: 'Asia/Kuwait',
  language: 'ar',
} as const
const administrator = { name: { en: 'Noora Al Sabah', ar: '' }, email: 'Noora@pearl.example', language: 'en' } as const
const password = 'six lamps on the pier'

const tokenOf = (link: unknown): string => /#token=([\w-]+)$/.exec(String(link))?.[1] ?? ''

describe.each(engines)('the set-up link on %s', (engine) => {
  let box: Box
  beforeEach(async () => {
    box = await openBox(engine)
  })
  afterEach(() => box.close())

  const newLink = async (replaces = false) => tokenOf(await createSetupLink(box.deps, { replaces }))
  const check = async (token: string, code?: string) =>
    (await call(box.app, {}, checkSetup, { token, ...(code === undefined ? {} : { code }) })).body
  const setUp = async (token: string, changes: object = {}) =>
    (await call(box.app, {}, setUpSchool, { token, school: { ...school, ...changes }, administrator })).body

  it('OPS-03: creates a school, whose administrator chooses a password and signs in', async () => {
    const token = await newLink()
    expect(await check(token)).toEqual({ state: 'open', code: null, addresses: 'http://*.localhost' })
    const made = await setUp(token)
    expect(made).toMatchObject({ made: true, address: 'http://pearl.localhost', isMailed: false, hours: 96 })
    expect(made['link']).toMatch(/^http:\/\/pearl\.localhost\/reset-password#token=[\w-]{43}$/)

    const own = { host: 'pearl.localhost' }
    const chosen = await call(box.app, own, resetPassword, {
      token: tokenOf(made['link']),
      password,
      language: 'ar',
    })
    expect(chosen.status).toBe(200)
    const entered = await call(box.app, own, login, { userName: 'noora@pearl.example', password })
    expect(entered.status).toBe(200)
    const { body } = await call(box.app, { ...own, token: String(entered.body['token']) }, peopleList)
    expect(body['people']).toMatchObject([{ roles: ['admin'], state: 'active', name: administrator.name }])
    expect((await call(box.app, own, publicInfo)).body['result']).toMatchObject({ name: school.name, language: 'ar' })

    expect(logged(box)).not.toContain(token)
    expect(logged(box)).not.toMatch(/Noora|pearl\.example|اللؤلؤة/)
    expect(JSON.stringify(await box.db.owner.select().from(accountLinks))).not.toContain(token)
  })

  it('begins with the grades and the regulator that were chosen, in its settings and in its forms', async () => {
    const emirates = { country: 'AE', currency: 'AED', timeZone: 'Asia/Dubai', language: 'en' }
    const token = await newLink()
    const wrong = await call(box.app, {}, setUpSchool, {
      token,
      school: { ...school, ...emirates, regulator: 'qatar' },
      administrator,
    })
    expect([wrong.status, wrong.body['field']]).toEqual([400, 'school.regulator'])
    expect(await setUp(token, { ...emirates, grades: 'years', regulator: 'abu-dhabi' })).toMatchObject({ made: true })
    const [row] = await box.db.owner.select().from(schools)
    expect(row?.profile.regulator).toBe('abu-dhabi')
    const codes = row?.profile.grades?.map(({ code }) => code) ?? []
    expect([codes.length, codes[0], codes.at(-1)]).toEqual([15, 'FS1', 'Y13'])
    const schoolId = row?.schoolId ?? ''
    await box.db.database.tenant(schoolId, async (tx) => {
      for (const form of Object.values(await currentForms(tx, schoolId))) {
        const offered = gradeChoices(form)
        if (offered.length > 0) expect(offered).toEqual(codes)
      }
      const enquiry = await servedForm(tx, schoolId, 'enquiry')
      const youngest = enquiry?.definition.ages?.rules.map(({ source, grades }) => [source, grades[0]])
      expect(youngest?.[0]).toEqual(['school', { grade: 'FS1', age: 3 }])
    })
  })

  it('opens its address at once, also to the person who looked for it too early', async () => {
    const look = async () => (await call(box.app, { host: 'pearl.localhost' }, publicInfo)).status
    const token = await newLink()
    expect(await look()).not.toBe(200)
    await setUp(token)
    box.clock.advance(2000)
    expect(await look()).toBe(200)
  })

  it('writes what every school starts with, and nothing of another school', async () => {
    await setUp(await newLink())
    const [row] = await box.db.owner.select().from(schools)
    expect(row).toMatchObject({ code: 'pearl', currency: 'KWD', timeZone: 'Asia/Kuwait', cutoverMinute: 240 })
    expect(row?.profile).toMatchObject({ country: 'KW', homePage: 'P' })
    expect(row?.profile.isDemo).toBeUndefined()
    expect(row?.tillPolicy).toMatchObject({ cashIncrement: 5, taxCodes: [{ code: 'Z0', ratePpm: 0 }] })
    const forms = await box.db.owner.select().from(formVersions)
    for (const { slug, definition } of forms) expect(FormDefinition.safeParse(definition).success, slug).toBe(true)
    expect(forms.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['admission', 'enquiry', 'hr']))
    expect(await box.db.owner.$count(consentPurposes)).toBe(6)
    expect([await box.db.owner.$count(sites), await box.db.owner.$count(tills)]).toEqual([1, 2])
    const acts = await box.db.owner.select({ what: auditEvents.what }).from(auditEvents)
    expect(acts.map(({ what }) => what).toSorted()).toEqual(['person-invited', 'school-created'])
    expect(JSON.stringify([row, forms])).not.toMatch(/noor|manara|demo|النور|المنارة/i)
  })

  it('OPS-02: works once, and no link works beside a school of its own', async () => {
    const [token, other] = [await newLink(), await newLink()]
    const outcomes = await Promise.all([setUp(token), setUp(other, { code: 'coral' })])
    expect(outcomes.filter(({ made }) => made)).toHaveLength(1)
    expect(await box.db.owner.$count(schools)).toBe(1)
    expect(await setUp(token, { code: 'amber' })).toEqual({ made: false, problem: 'used' })
    expect(await check('x'.repeat(43))).toMatchObject({ state: 'closed', code: null })
    expect(await createSetupLink(box.deps, { replaces: true })).toBeUndefined()
    expect(await box.db.owner.$count(schools)).toBe(1)
  })

  it('OPS-02: works for 24 hours, beside demo schools, until it is replaced', async () => {
    await makeDemo()
    const token = await newLink()
    box.clock.advance(24 * hourMs - 1)
    expect(await check(token, 'alnoor')).toMatchObject({ state: 'open', code: 'taken' })
    expect(await check(token, 'www')).toMatchObject({ code: 'reserved' })
    expect(await check(token, 'Al Noor')).toMatchObject({ code: 'malformed' })
    box.clock.advance(1)
    expect(await check(token, 'pearl')).toMatchObject({ state: 'expired', code: null })
    expect(await setUp(token)).toEqual({ made: false, problem: 'expired' })

    const [second, third] = [await newLink(), await newLink()]
    expect(await check(second)).toMatchObject({ state: 'open' })
    const fourth = await newLink(true)
    expect(await setUp(second)).toEqual({ made: false, problem: 'unknown' })
    expect(await check(third)).toMatchObject({ state: 'unknown' })
    expect(await setUp(fourth)).toMatchObject({ made: true })
  })

  it('stays good when the code is taken, and refuses what is no school', async () => {
    await makeDemo()
    const token = await newLink()
    expect(await setUp(token, { code: 'alnoor' })).toEqual({ made: false, problem: 'code-taken' })
    const bad = [{ code: 'www' }, { code: 'a.b' }, { name: { en: '', ar: 'س' } }, { timeZone: 'Mars/Olympus' }]
    for (const changes of [...bad, { currency: 'XXX' }, { country: 'Qatar' }, { language: 'fr' }]) {
      expect(await setUp(token, changes), JSON.stringify(changes)).toMatchObject({ messageId: 'request.invalid' })
    }
    expect(await check(token)).toMatchObject({ state: 'open' })
    expect(await setUp(token)).toMatchObject({ made: true })
  })

  it('counts guesses by address, and lets the holder of a link in all the same', async () => {
    const token = await newLink()
    let refused = 0
    for (let i = 0; i < 302; i += 1) refused += (await check(`${i}`.padEnd(43, 'x')))['messageId'] ? 1 : 0
    expect(refused).toBe(2)
    expect(await check(token)).toMatchObject({ state: 'open' })
  })

  it('mails the invitation where the server sends mails', async () => {
    const mailing = boxOver(box.db, { publicUrl: 'https://schools.example' })
    mailing.deps.mailer = { send: async () => undefined }
    const token = tokenOf(await createSetupLink(mailing.deps, { replaces: false }))
    const { body } = await call(mailing.app, {}, setUpSchool, { token, school, administrator })
    expect(body).toMatchObject({ made: true, address: 'https://pearl.schools.example', isMailed: true, link: null })
    const [mail] = await box.db.owner.select().from(mails)
    expect(mail).toMatchObject({ recipient: administrator.email, template: 'invited', language: 'en' })
    expect(await box.db.owner.$count(users)).toBe(1)
  })

  /** A school called `alnoor` that was made to be tried out. */
  const makeDemo = async () => {
    await makeSchool(box, 'alnoor')
    await box.db.owner.update(schools).set({ profile: sql`${schools.profile} || '{"isDemo": true}'` })
  }
})
