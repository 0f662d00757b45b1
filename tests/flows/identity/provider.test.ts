import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { removeProvider, setProvider } from '#server/features/identity/provider/provider-account.service.ts'
import { sessions, users } from '#server/features/identity/sessions/auth.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import { installationId } from '#server/kernel/db.ts'
import { resetPassword } from '#shared/identity/account.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import {
  providerAdministrator,
  providerDemoRemove,
  providerSchools,
  providerSetupLink,
  providerSignIn,
  providerSignOut,
} from '#shared/identity/provider.contract.ts'
import { checkSetup, setUpSchool } from '#shared/identity/setup.contract.ts'
import { peopleList } from '#shared/identity/staff.contract.ts'
import { demoSchools, removeDemoSchools } from '#shared/school/demo-schools.contract.ts'
import { engines } from '#tests/support/database.ts'
import { enterProvider, setUpProvider } from '#tests/support/checks/second-factor-kit.ts'
import { makeSchool, makeUser, type TestSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

const email = 'Hosting@group.example'
const school = {
  code: 'pearl',
  name: { en: 'Pearl School', ar: 'مدرسة اللؤلؤة' },
  country: 'QA',
  currency: 'QAR',
  timeZone: 'Asia/Qatar',
  language: 'en',
} as const
const administrator = { name: { en: 'Noora', ar: '' }, email: 'noora@pearl.example', language: 'en' } as const
const tokenOf = (link: unknown): string => /#token=([\w-]+)$/.exec(String(link))?.[1] ?? ''

describe.each(engines)('the provider of an installation on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let admin: Caller
  let password: string
  let token: string
  let secret: string

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    admin = await signInAs(box, alnoor, 'maha', ['admin'])
    password = await setProvider(box.deps, email)
    const entered = await setUpProvider(box, { email, password })
    token = entered.token
    secret = entered.secret
  })
  afterAll(() => box.close())

  const enter = (typed: string, address = '192.0.2.1', as = email) =>
    call(box.app, { address }, providerSignIn, { email: as, password: typed })
  const listed = async (more: object = {}) => {
    const { schools: found } = providerSchools.reply.parse((await call(box.app, { token }, providerSchools, more)).body)
    return found.map(({ code, hasAdministrator, isDemo }) => [code, hasAdministrator, isDemo])
  }

  it('signs in with the password that was shown once, and nobody else does', async () => {
    expect(token).toMatch(/^[\w-]{43}$/)
    for (const [typed, as] of [
      ['guess', email],
      [password, 'other@group.example'],
    ] as const)
      expect((await enter(typed, '192.0.2.9', as)).body).toEqual({ entered: false, secondFactor: null })
    const kept = await box.db.owner.select().from(users).where(eq(users.schoolId, installationId))
    expect(kept).toMatchObject([{ userName: email.toLowerCase(), roles: [] }])
    expect(JSON.stringify([kept, await box.db.owner.select().from(sessions)])).not.toContain(password)
    expect(logged(box)).not.toContain(password)
    expect(logged(box)).not.toContain('group.example')
  })

  it('is stopped after five wrong passwords from one place, and not elsewhere', async () => {
    for (let tries = 0; tries < 5; tries += 1) expect((await enter('guess', '192.0.2.5')).status).toBe(200)
    const { status, body } = await enter(password, '192.0.2.5')
    expect([status, body['messageId']]).toEqual([429, 'auth.too-many-attempts'])
    expect((await enter(password, '192.0.2.6')).body['secondFactor']).toMatchObject({ mustSetUp: false })
  })

  it('sees schools and nothing in them: no school opens to its token, and no sign-in of a school to it', async () => {
    expect(await listed()).toEqual([['alnoor', true, false]])
    expect((await call(box.app, { school: 'alnoor', token }, peopleList)).body['messageId']).toBe(
      'auth.session-expired',
    )
    const asStaff = await call(box.app, { school: 'alnoor' }, login, { userName: email, password })
    expect(asStaff.body['messageId']).toBe('auth.wrong-credentials')
    const ofSchool = await call(box.app, { token: admin.token ?? '' }, providerSchools)
    expect(ofSchool.body['messageId']).toBe('auth.session-expired')
    const seen = await box.db.database.tenant(installationId, async (tx) => [
      (await tx.select().from(users)).map(({ schoolId }) => schoolId),
      await tx.select().from(schools),
    ])
    expect(seen).toEqual([[installationId], []])
  })

  it('creates one more school by a link of its own, once, beside a school that is there', async () => {
    const made = await call(box.app, { token }, providerSetupLink)
    const link = tokenOf(made.body['path'])
    expect((await call(box.app, {}, checkSetup, { token: link, code: 'pearl' })).body).toMatchObject({
      state: 'open',
      code: 'free',
    })
    const spare = tokenOf((await call(box.app, { token }, providerSetupLink)).body['path'])
    const setUp = () => call(box.app, {}, setUpSchool, { token: link, school, administrator })
    expect((await setUp()).body).toMatchObject({ made: true, address: 'http://pearl.localhost' })
    expect((await setUp()).body).toEqual({ made: false, problem: 'used' })
    expect((await call(box.app, {}, checkSetup, { token: spare })).body['state']).toBe('open')
    expect(await listed()).toEqual([
      ['alnoor', true, false],
      ['pearl', true, false],
    ])
    expect(await listed({ search: 'لؤلؤة' })).toEqual([['pearl', true, false]])
    expect(await listed({ after: 'alnoor' })).toEqual([['pearl', true, false]])
    expect(await listed({ search: '%' })).toEqual([])
  })

  it('creates one like another, whose texts it begins with', async () => {
    const unknown = await call(box.app, { token }, providerSetupLink, { template: 'nowhere' })
    expect(unknown.body).toMatchObject({ messageId: 'request.not-found', field: 'template' })
    const pearl = eq(schools.code, 'pearl')
    await box.db.owner.update(schools).set({ cutoverMinute: 90 }).where(pearl)
    const made = await call(box.app, { token }, providerSetupLink, { template: 'pearl' })
    const link = tokenOf(made.body['path'])
    const like = { ...school, code: 'likepearl' }
    const done = await call(box.app, {}, setUpSchool, { token: link, school: like, administrator })
    expect(done.body).toMatchObject({ made: true })
    const [row] = await box.db.owner.select().from(schools).where(eq(schools.code, 'likepearl'))
    expect(row?.cutoverMinute).toBe(90)
    await box.db.owner.delete(schools).where(eq(schools.code, 'likepearl'))
  })

  it('lets an administrator choose another password, and a first one in where a school has none', async () => {
    const ask = (code: string, more: object = {}) =>
      call(box.app, { token }, providerAdministrator, { code, administrator: { ...administrator, ...more } })
    const { body } = await ask('pearl', { email: 'NOORA@pearl.example' })
    expect(body).toMatchObject({ isMailed: false, link: expect.stringMatching(/^http:\/\/pearl\.localhost\/reset/) })
    const own = { host: 'pearl.localhost' }
    const typed = { token: tokenOf(body['link']), password: 'six lamps on the pier', language: 'en' }
    expect((await call(box.app, own, resetPassword, typed)).status).toBe(200)
    // Who manages a school gets no link by hand from outside of it.
    expect((await ask('pearl')).body['messageId']).toBe('provider.other-administrator')
    expect((await ask('alnoor')).body['messageId']).toBe('provider.other-administrator')
    expect((await ask('nowhere')).body['messageId']).toBe('request.not-found')
    await makeSchool(box, 'empty')
    expect(await listed({ search: 'empty' })).toEqual([['empty', false, false]])
    expect((await ask('empty')).body).toMatchObject({ isMailed: false, hours: 96 })
    expect(await listed({ search: 'empty' })).toEqual([['empty', true, false]])
  })

  it('corrects the address of an administrator who has not joined, and says where it is taken', async () => {
    const empty = await makeSchool(box, 'mistyped')
    await makeUser(box, empty, 'parent@home.example', ['family'])
    const ask = (address: string) =>
      call(box.app, { token }, providerAdministrator, {
        code: 'mistyped',
        administrator: { ...administrator, email: address },
      })
    const wrong = await ask('nora@mistyped.example')
    const right = await ask('noora@mistyped.example')
    expect([wrong.status, right.status]).toEqual([200, 200])
    const choose = async ({ body }: typeof wrong) =>
      (
        await call(box.app, { host: 'mistyped.localhost' }, resetPassword, {
          token: tokenOf(body['link']),
          password: 'six lamps on the pier',
          language: 'en',
        })
      ).status
    expect(await choose(wrong)).not.toBe(200)
    const taken = await ask('parent@home.example')
    expect([taken.status, taken.body['messageId'], taken.body['field']]).toEqual([409, 'auth.user-name-taken', 'email'])
    expect(await choose(right)).toBe(200)
    expect((await ask('nora@mistyped.example')).body['messageId']).toBe('provider.other-administrator')
    expect((await ask('third@mistyped.example')).body['messageId']).toBe('provider.other-administrator')
  })

  it('alone removes the demo schools where there is one', async () => {
    const demo = await makeSchool(box, 'trial')
    const [row] = await box.db.owner.select().from(schools).where(eq(schools.schoolId, demo.schoolId))
    if (!row) throw new Error('no school')
    const profile = { ...row.profile, isDemo: true as const }
    await box.db.owner.update(schools).set({ profile }).where(eq(schools.schoolId, demo.schoolId))
    expect((await call(box.app, admin, demoSchools)).body).toEqual({ codes: [] })
    expect((await call(box.app, admin, removeDemoSchools)).body['messageId']).toBe('access.denied')
    expect((await call(box.app, { token }, providerDemoRemove)).body).toEqual({ removed: ['trial'] })
    expect(await listed({ search: 'trial' })).toEqual([])
  })

  it('has all it does recorded, without an address', async () => {
    const events = await box.db.owner.select().from(auditEvents).where(eq(auditEvents.schoolId, installationId))
    expect(new Set(events.map(({ what }) => what))).toEqual(
      new Set([
        'provider-set',
        'second-factor-set',
        'provider-in',
        'provider-refused',
        'provider-link',
        'provider-school-created',
        'provider-administrator',
        'provider-demo-removed',
      ]),
    )
    expect(JSON.stringify(events)).not.toContain('example')
  })

  it('is out after signing out, after another password, and once it was removed', async () => {
    const state = async () => (await call(box.app, { token }, providerSchools)).status
    expect((await call(box.app, { token }, providerSignOut)).status).toBe(200)
    expect(await state()).toBe(401)
    token = await enterProvider(box, { email, password, secret })
    expect(await state()).toBe(200)
    const link = async () => tokenOf((await call(box.app, { token }, providerSetupLink)).body['path'])
    const opens = async (made: string) => (await call(box.app, {}, checkSetup, { token: made })).body['state']
    const earlier = await link()
    expect(await opens(earlier)).toBe('open')
    const next = await setProvider(box.deps, email)
    expect([await state(), await opens(earlier)]).toEqual([401, 'used'])
    expect((await enter(password)).body).toEqual({ entered: false, secondFactor: null })
    token = await enterProvider(box, { email, password: next, secret })
    expect(await state()).toBe(200)
    const last = await link()
    expect(await removeProvider(box.deps, email)).toBe(true)
    expect(await opens(last)).toBe('used')
    expect([await state(), await removeProvider(box.deps, email)]).toEqual([401, false])
    expect((await enter(next)).body).toEqual({ entered: false, secondFactor: null })
    expect((await call(box.app, admin, demoSchools)).status).toBe(200)
  })
})
