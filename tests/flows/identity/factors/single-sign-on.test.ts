import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { signInSettings } from '#server/features/identity/sign-in-settings/sign-in-settings.table.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { identityProviders } from '#server/node/single-sign-on/identity-providers.ts'
import { authOtp, verifyAuthOtp } from '#shared/identity/account.contract.ts'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { profileRead } from '#shared/identity/profile.contract.ts'
import { secondFactorReset, signInByFactor, totpOff } from '#shared/identity/second-factor.contract.ts'
import { signInSettingsRead, signInSettingsSet } from '#shared/identity/sign-in-settings.contract.ts'
import { login, SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'
import {
  ownSsoFinish,
  ownSsoLink,
  ownSsoProve,
  ownSsoRead,
  ownSsoUnlink,
  ssoBegin,
  ssoFinish,
  ssoOffered,
} from '#shared/identity/single-sign-on.contract.ts'
import {
  changeRoles,
  disablePerson,
  invitePerson,
  leavePerson,
  peopleExport,
  peopleList,
} from '#shared/identity/staff.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { hourMs, minuteMs } from '#shared/kernel/time.ts'
import { type IdentityProvider, startIdentityProvider } from '#tests/support/checks/identity-provider.ts'
import { appCode, enterDesk, setUpApp } from '#tests/support/checks/second-factor-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

const ours = 'aaaaaaaa-0000-4000-8000-000000000001'
const foreign = 'bbbbbbbb-0000-4000-8000-000000000002'
/** Two tenants at one issuer, as at Entra; the foreign one has given somebody Mona's address. */
const accounts = {
  mona: { tid: ours, oid: 'oid-mona', email: 'mona@school.example', groups: ['bursars'] },
  other: { tid: ours, oid: 'oid-other', email: 'mona@school.example' },
  stranger: { tid: foreign, oid: 'oid-stranger', email: 'mona@school.example' },
  twin: { tid: foreign, oid: 'oid-mona', email: 'mona@school.example' },
}

describe.each(engines)('the school’s own identity provider on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  /** One for all tests: it takes a while to start. */
  let provider: IdentityProvider | undefined
  let huda: Caller
  const at = { school: 'alnoor' }
  beforeEach(async () => {
    await box?.close()
    box = await openBox(engine)
    box.deps.identityProviders = identityProviders({ isLoopbackAllowed: true })
    alnoor = await makeSchool(box, 'alnoor')
    await makeUser(box, alnoor, 'huda', ['admin'])
    await makeUser(box, alnoor, 'mona', ['registrar', 'operator'])
    await makeUser(box, alnoor, 'hind', ['family'])
    huda = await enterDesk(box, 'alnoor', 'huda')
    const { redirectUri } = await settings()
    provider ??= await startIdentityProvider([redirectUri], accounts)
  })
  afterAll(async () => {
    await provider?.close()
    await box.close()
  })

  const running = (): IdentityProvider => {
    if (!provider) throw new Error('no provider runs')
    return provider
  }
  const settings = async () => signInSettingsRead.reply.parse((await call(box.app, huda, signInSettingsRead)).body)
  const setUp = async (more: object = {}) => {
    const { issuer, clientId, clientSecret } = running()
    return call(box.app, huda, signInSettingsSet, {
      ...(await settings()),
      issuer,
      clientId,
      clientSecret,
      allowedTenant: ours,
      ...more,
    })
  }
  /** Begins with one call, signs in at the provider, and ends with another. */
  const throughProvider = async (who: Caller, calls: [Endpoint, Endpoint], account: string, input = {}) => {
    const begun = await call(box.app, who, calls[0], input)
    if (begun.status !== 200) return begun
    const { address, state } = ssoBegin.reply.parse(begun.body)
    return call(box.app, who, calls[1], { state, query: await running().signIn(address, account) })
  }
  const enterAs = (account: string, input = {}) => throughProvider(at, [ssoBegin, ssoFinish], account, input)
  const link = (who: Caller, account: string) => throughProvider(who, [ownSsoLink, ownSsoFinish], account)
  const signIn = (userName: string) => call(box.app, at, login, { userName, password })
  /** Somebody whose session is from before passwords were refused. */
  const enterAsAdmin = async (userName: string): Promise<Caller> => {
    const enforced = await settings()
    await setUp({ isEnforced: false })
    const caller = await enterDesk(box, 'alnoor', userName)
    await setUp({ isEnforced: true, breakGlass: enforced.breakGlass })
    return caller
  }
  const refusals = () =>
    box.db.database.tenant(alnoor.schoolId, async (tx) =>
      (await tx.select().from(auditEvents)).filter(({ what }) => what === 'sso-refused').map(({ facts }) => facts),
    )

  it('is linked by a person who is signed in, and from then on signs in', async () => {
    expect((await call(box.app, at, ssoOffered)).body).toEqual({ isOffered: false, isEnforced: false })
    expect((await enterAs('mona')).body.messageId).toBe('auth.sso-off')
    expect((await setUp()).status).toBe(200)
    expect((await call(box.app, at, ssoOffered)).body).toEqual({ isOffered: true, isEnforced: false })
    // The same address is there, and opens nothing before its owner has linked the two.
    expect((await enterAs('mona')).body.messageId).toBe('auth.sso-unlinked')
    const mona = await enterDesk(box, 'alnoor', 'mona')
    expect((await link(mona, 'mona')).status).toBe(200)
    expect((await call(box.app, mona, ownSsoRead)).body).toMatchObject({
      isOffered: true,
      linkedAt: expect.any(String),
    })
    const entered = await enterAs('mona')
    expect(entered.body).toMatchObject({ user: { userName: 'mona' } })
    const token = SignedIn.parse(entered.body).token
    expect((await call(box.app, { ...at, token }, profileRead)).status).toBe(200)
    expect((await call(box.app, mona, ownSsoUnlink)).status).toBe(200)
    expect((await enterAs('mona')).body.messageId).toBe('auth.sso-unlinked')
  })

  it('OPS-44 a foreign tenant with the same address, or the same object id, is refused and recorded', async () => {
    await setUp()
    await link(await enterDesk(box, 'alnoor', 'mona'), 'mona')
    for (const account of ['stranger', 'twin']) {
      const { status, body } = await enterAs(account)
      expect([status, body.messageId], account).toEqual([403, 'auth.sso-foreign'])
    }
    const sameTenant = await enterAs('other')
    expect([sameTenant.status, sameTenant.body.messageId]).toEqual([403, 'auth.sso-unlinked'])
    const hudas = await link(huda, 'stranger')
    expect(hudas.body.messageId).toBe('auth.sso-foreign')
    expect(await refusals()).toEqual([{ why: 'tenant' }, { why: 'tenant' }, { why: 'unlinked' }, { why: 'tenant' }])
    // Even where the school names no tenant, another one's object id is another account.
    await setUp({ allowedTenant: '' })
    expect((await enterAs('twin')).body.messageId).toBe('auth.sso-unlinked')
    expect(logged(box)).not.toContain('mona@school.example')
  })

  it('opens one account here, and what came back counts once, in the session and school that began it', async () => {
    await setUp()
    const mona = await enterDesk(box, 'alnoor', 'mona')
    await link(mona, 'mona')
    expect((await link(huda, 'mona')).body.messageId).toBe('auth.sso-taken')
    const { address, state } = ssoBegin.reply.parse((await call(box.app, at, ssoBegin, {})).body)
    const query = await running().signIn(address, 'mona')
    expect((await call(box.app, mona, ownSsoFinish, { state, query })).body.messageId).toBe('auth.ticket-over')
    const again = ssoBegin.reply.parse((await call(box.app, at, ssoBegin, {})).body)
    expect((await call(box.app, at, ssoFinish, { state: again.state, query })).body.messageId).toBe('auth.sso-failed')
    const third = ssoBegin.reply.parse((await call(box.app, at, ssoBegin, {})).body)
    const came = { state: third.state, query: await running().signIn(third.address, 'mona') }
    await makeSchool(box, 'manara')
    expect((await call(box.app, { school: 'manara' }, ssoFinish, came)).body.messageId).toBe('auth.ticket-over')
    expect((await call(box.app, at, ssoFinish, came)).status).toBe(200)
    expect((await call(box.app, at, ssoFinish, came)).body.messageId).toBe('auth.ticket-over')
    const late = ssoBegin.reply.parse((await call(box.app, at, ssoBegin, {})).body)
    box.clock.advance(16 * minuteMs)
    const tooLate = { state: late.state, query: await running().signIn(late.address, 'mona') }
    expect((await call(box.app, at, ssoFinish, tooLate)).body.messageId).toBe('auth.ticket-over')
  })

  it('takes an invitation up without a password, once', async () => {
    await setUp()
    const asked = { names: { en: 'Rana', ar: '' }, email: 'rana@school.example', roles: ['finance'], language: 'en' }
    const { link: path } = invitePerson.reply.parse((await call(box.app, huda, invitePerson, asked)).body)
    const invitation = /token=([\w-]+)/.exec(path ?? '')?.[1]
    expect((await enterAs('stranger', { invitation })).body.messageId).toBe('auth.sso-foreign')
    expect((await enterAs('other', { invitation })).body).toMatchObject({ user: { userName: 'rana@school.example' } })
    expect((await enterAs('mona', { invitation })).body.messageId).toBe('auth.link-over')
    expect((await enterAs('other')).body).toMatchObject({ user: { authority: ['finance'] } })
  })

  it('gives roles by groups, none without one, and takes them away again', async () => {
    await setUp({
      groupRoles: [
        { group: 'bursars', role: 'finance' },
        { group: 'heads', role: 'head' },
      ],
    })
    await link(await enterDesk(box, 'alnoor', 'mona'), 'mona')
    expect((await enterAs('mona')).body).toMatchObject({ user: { authority: ['registrar', 'operator', 'finance'] } })
    await setUp({
      groupRoles: [
        { group: 'heads', role: 'head' },
        { group: 'nobody', role: 'finance' },
      ],
    })
    expect((await enterAs('mona')).body).toMatchObject({ user: { authority: ['registrar', 'operator'] } })
    await setUp({ groupRoles: [{ group: 'nobody', role: 'admin' }] })
    await link(huda, 'other')
    // The provider says nothing of this account's groups: nothing changes. And the last administrator stays one.
    expect((await enterAs('other')).body).toMatchObject({ user: { authority: ['admin'] } })
  })

  it('proves again who sits at the screen', async () => {
    // The provider says when somebody has proved there who they are, by this machine's clock.
    box.clock.advance(Date.now() - hourMs - box.clock.nowMs())
    huda = await enterDesk(box, 'alnoor', 'huda')
    await setUp()
    await link(huda, 'mona')
    box.clock.advance(hourMs)
    const asked = { language: 'en', format: 'csv' }
    expect((await call(box.app, huda, peopleExport, asked)).body.messageId).toBe('auth.step-up-needed')
    expect((await throughProvider(huda, [ownSsoProve, ownSsoFinish], 'other')).body.messageId).toBe('auth.sso-unlinked')
    expect((await throughProvider(huda, [ownSsoProve, ownSsoFinish], 'mona')).status).toBe(200)
    expect((await call(box.app, huda, peopleExport, asked)).status).toBe(200)
  })

  it('OPS-45 enforced, and away: passwords are refused but for who breaks the glass, and tills do not notice', async () => {
    await setUp()
    await link(await enterDesk(box, 'alnoor', 'mona'), 'mona')
    expect((await setUp({ isEnforced: true })).body.messageId).toBe('auth.break-glass-missing')
    const { secret } = await setUpApp(box, huda)
    const [keeper] = (await settings()).keepers
    expect((await setUp({ isEnforced: true, breakGlass: keeper?.id })).status).toBe(200)
    expect((await call(box.app, huda, totpOff, { language: 'en' })).body.messageId).toBe('auth.factor-required')
    await makeUser(box, alnoor, 'reem', ['admin'])
    const reem = await enterAsAdmin('reem')
    for (const [to, more] of [
      [disablePerson, { isDisabled: true }],
      [leavePerson, { heir: null, isApplied: true }],
      [secondFactorReset, { language: 'en' }],
      [changeRoles, { knownRoles: ['admin'], roles: ['head'] }],
    ] as const)
      expect((await call(box.app, reem, to, { id: keeper?.id, ...more })).body.messageId, to.path).toBe(
        'auth.break-glass-missing',
      )
    expect((await enterAs('mona')).status).toBe(200)

    await running().close()
    provider = undefined
    box.deps.identityProviders = identityProviders({ isLoopbackAllowed: true })
    const app = box.app
    expect((await call(app, at, ssoBegin, {})).status).toBe(409)
    expect((await signIn('mona')).body.messageId).toBe('auth.sso-only')
    const { body } = await call(app, at, authOtp, { email: 'mona', language: 'en' })
    const mailed = await box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(mails))
    const code = String(mailed.find(({ template }) => template === 'sign-in-code')?.params['code' as never])
    const byMail = await call(app, at, verifyAuthOtp, { ticket: body.ticket, code })
    expect(byMail.body.messageId).toBe('auth.sso-only')

    const { ticket } = SecondFactorAsked.parse((await signIn('huda')).body).secondFactor
    box.clock.advance(30_000)
    const inside = await call(app, at, signInByFactor, { ticket, code: appCode(box, secret) })
    const broken = { ...at, token: SignedIn.parse(inside.body).token }
    expect((await call(app, broken, peopleList)).status).toBe(200)
    expect((await call(app, at, loginPos, { userName: 'mona', password })).status).toBe(200)
    expect((await signIn('hind')).body).toMatchObject({ user: { userName: 'hind' } })
  })

  it('keeps its secret encrypted, tells it to nobody, and asks only addresses that it may', async () => {
    await setUp()
    const { clientSecret, issuer: onThisMachine } = running()
    const rows = await box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(signInSettings))
    expect(rows).toHaveLength(1)
    for (const told of [JSON.stringify(rows), JSON.stringify(await settings()), logged(box)])
      expect(told).not.toContain(clientSecret)
    box.deps.identityProviders = identityProviders({ isLoopbackAllowed: false })
    for (const issuer of [
      onThisMachine,
      'https://127.0.0.1',
      'https://[::1]:8',
      'https://10.0.0.1',
      'http://id.example',
      'x',
    ])
      expect((await setUp({ issuer })).body.messageId, issuer).toBe('auth.sso-issuer')
    // A name is looked up with the request: one of this machine is not asked, whatever the settings say.
    expect((await setUp({ issuer: 'https://localhost:1' })).status).toBe(200)
    expect((await call(box.app, at, ssoBegin, {})).body.messageId).toBe('auth.sso-away')
  })
})
