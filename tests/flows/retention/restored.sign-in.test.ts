import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { signInSettings } from '#server/features/identity/sign-in-settings/sign-in-settings.table.ts'
import { catchUpJournal } from '#server/features/retention/restore/catch-up-journal.service.ts'
import { beginGeneration } from '#server/features/sync/installation/installation.service.ts'
import { databaseOver } from '#server/kernel/db.ts'
import { type JournalFile, openJournalFile } from '#server/node/copies/journal-file.ts'
import { identityProviders } from '#server/node/single-sign-on/identity-providers.ts'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { signInByFactor } from '#shared/identity/second-factor.contract.ts'
import { signInSettingsRead, signInSettingsSet } from '#shared/identity/sign-in-settings.contract.ts'
import { login, SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'
import { ownSsoFinish, ownSsoLink, ssoBegin, ssoFinish, ssoOffered } from '#shared/identity/single-sign-on.contract.ts'
import { type IdentityProvider, startIdentityProvider } from '#tests/support/checks/identity-provider.ts'
import { appCode, enterDesk, setUpApp } from '#tests/support/checks/second-factor-kit.ts'
import { createTestDatabase, engines } from '#tests/support/database.ts'
import { copyDatabase } from '#tests/support/devices/database-copy.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, boxOver, type Caller, call } from '#tests/support/server.ts'

const accounts = { mona: {}, other: {} }

describe.each(engines)(
  'OPS-18 sign-in at a provider that was changed since the copy that %s is restored from',
  (engine) => {
    const at = { school: 'alnoor' }
    let folder: string
    let journal: JournalFile
    let box: Box
    let alnoor: TestSchool
    /** One for all tests: it takes a while to start. */
    let provider: IdentityProvider | undefined
    let huda: Caller
    let secret: string

    const end = async () => {
      await box?.close()
      await journal?.close()
      if (folder) await rm(folder, { recursive: true })
    }
    beforeEach(async () => {
      await end()
      folder = await mkdtemp(join(tmpdir(), 'journal-'))
      journal = openJournalFile(join(folder, 'journal.ndjson'), {
        error: (fields) => expect.fail(JSON.stringify(fields)),
      })
      const db = await createTestDatabase(engine)
      box = boxOver({ ...db, database: databaseOver(db.owner, { kind: engine, close: db.close, journal }) })
      box.deps.journal = journal
      box.deps.identityProviders = identityProviders({ isLoopbackAllowed: true })
      alnoor = await makeSchool(box, 'alnoor')
      await makeUser(box, alnoor, 'huda', ['admin'])
      await makeUser(box, alnoor, 'mona', ['registrar', 'operator'])
      huda = await enterDesk(box, 'alnoor', 'huda')
      secret = (await setUpApp(box, huda)).secret
      provider ??= await startIdentityProvider([(await settings()).redirectUri], accounts)
    })
    afterAll(async () => {
      await provider?.close()
      await end()
    })

    const settings = async (by = huda) =>
      signInSettingsRead.reply.parse((await call(box.app, by, signInSettingsRead)).body)
    const change = async (more: object, by = huda) => {
      const { status } = await call(box.app, by, signInSettingsSet, { ...(await settings(by)), ...more })
      expect(status).toBe(200)
    }
    const ours = () => {
      if (!provider) throw new Error('no provider runs')
      const { issuer, clientId, clientSecret } = provider
      return { issuer, clientId, clientSecret }
    }
    const keeper = async () => ({ isEnforced: true, breakGlass: (await settings()).keepers[0]?.id })
    const go = async (address: string, account: string) => provider?.signIn(address, account)
    const link = async (who: Caller, account: string) => {
      const { address, state } = ssoBegin.reply.parse((await call(box.app, who, ownSsoLink, {})).body)
      expect((await call(box.app, who, ownSsoFinish, { state, query: await go(address, account) })).status).toBe(200)
    }
    /** @returns 200, or why somebody with this account does not get in */
    const enterAs = async (account: string) => {
      const begun = await call(box.app, at, ssoBegin, {})
      if (begun.status !== 200) return begun.body.messageId
      const { address, state } = ssoBegin.reply.parse(begun.body)
      const { status, body } = await call(box.app, at, ssoFinish, { state, query: await go(address, account) })
      return status === 200 ? status : body.messageId
    }
    const signIn = async (userName: string) => {
      const { status, body } = await call(box.app, at, login, { userName, password })
      return status === 200 ? status : body.messageId
    }
    const breakGlass = async (): Promise<Caller> => {
      const { body } = await call(box.app, at, login, { userName: 'huda', password })
      const { ticket } = SecondFactorAsked.parse(body).secondFactor
      box.clock.advance(30_000)
      const entered = await call(box.app, at, signInByFactor, { ticket, code: appCode(box, secret) })
      return { ...at, token: SignedIn.parse(entered.body).token }
    }
    const takeCopy = async () => {
      const restore = await copyDatabase(box.db.owner)
      box.clock.advance(1000)
      return async () => {
        await journal.close()
        await restore()
        box.clock.advance(60_000)
        await beginGeneration(box.deps, { cause: 'restore', dataAsOf: null })
        box.deps.installation.forget()
        await box.deps.settleRestored(box.deps)
      }
    }
    const lines = () => readFile(join(folder, 'journal.ndjson'), 'utf8')

    it('a replaced client secret does not come back: the provider is off until it is saved, and who breaks the glass gets in', async () => {
      await change({ ...ours(), clientSecret: 'the secret of before' })
      await change(await keeper())
      const startRestored = await takeCopy()
      await change({ clientSecret: ours().clientSecret })
      await startRestored()

      expect((await call(box.app, at, ssoOffered)).body).toEqual({ isOffered: false, isEnforced: false })
      expect(await enterAs('mona')).toBe('auth.sso-off')
      expect(await signIn('mona')).toBe('auth.sso-only')
      expect((await call(box.app, at, loginPos, { userName: 'mona', password })).status).toBe(200)
      const again = await breakGlass()
      expect(await settings(again)).toMatchObject({ hasClientSecret: false, isEnforced: true, revision: 3 })
      const rows = await box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(signInSettings))
      expect(rows).toMatchObject([{ clientSecret: null }])

      await change({ clientSecret: ours().clientSecret, isEnforced: false }, again)
      await link(await enterDesk(box, 'alnoor', 'mona'), 'mona')
      expect(await enterAs('mona')).toBe(200)
      expect(await lines()).toContain('sign-in-settings-set')
      expect(await lines()).not.toMatch(/127\.0\.0\.1|secret of|bawaba/)
    })

    it('passwords that are refused since are refused, and the provider that stayed the same goes on', async () => {
      await change(ours())
      await link(await enterDesk(box, 'alnoor', 'mona'), 'mona')
      const startRestored = await takeCopy()
      await change({ ...(await keeper()), requiresSecondFactor: true })
      await startRestored()
      expect(await signIn('mona')).toBe('auth.sso-only')
      expect(await enterAs('mona')).toBe(200)
      expect(await settings(await breakGlass())).toMatchObject({ requiresSecondFactor: true, hasClientSecret: true })
    })

    it('passwords that are accepted again since are accepted, and a provider that was taken out is off', async () => {
      await change({ ...ours(), ...(await keeper()) })
      const startRestored = await takeCopy()
      await change({ issuer: '', isEnforced: false })
      await startRestored()
      expect(await signIn('mona')).toBe(200)
      expect(await enterAs('mona')).toBe('auth.sso-off')
    })

    it('a provider that was set up since is off, with the same people at the door', async () => {
      const startRestored = await takeCopy()
      await change({ ...ours(), ...(await keeper()) })
      await startRestored()
      expect(await signIn('mona')).toBe('auth.sso-only')
      expect(await enterAs('mona')).toBe('auth.sso-off')
      expect(await settings(await breakGlass())).toMatchObject({ issuer: '', hasClientSecret: false, isEnforced: true })
    })

    it('nobody is shut out where the copy does not have the administrator who may break the glass', async () => {
      await change(ours())
      await link(await enterDesk(box, 'alnoor', 'mona'), 'mona')
      const startRestored = await takeCopy()
      await makeUser(box, alnoor, 'reem', ['admin'])
      await setUpApp(box, await enterDesk(box, 'alnoor', 'reem'))
      const { keepers } = await settings()
      const reem = keepers.find(({ name }) => name.en === 'reem')
      await change({ isEnforced: true, breakGlass: reem?.id })
      await startRestored()
      const settled = await settings(await breakGlass())
      expect(settled).toMatchObject({ isEnforced: false, breakGlass: null, hasClientSecret: true })
      expect(await signIn('mona')).toBe(200)
      expect(await enterAs('mona')).toBe(200)
    })

    it('an account of the provider that was replaced since opens nothing, and one that stayed does', async () => {
      await change(ours())
      const mona = await enterDesk(box, 'alnoor', 'mona')
      await link(mona, 'mona')
      const startRestored = await takeCopy()
      await link(mona, 'mona')
      await startRestored()
      expect(await enterAs('mona')).toBe(200)
      const copied = await takeCopy()
      await link(await enterDesk(box, 'alnoor', 'mona'), 'other')
      await copied()
      expect([await enterAs('mona'), await enterAs('other')]).toEqual(['auth.sso-unlinked', 'auth.sso-unlinked'])
      expect(await lines()).not.toContain('http')
    })

    it('a change of which no line says what it was takes the secret away, and leaves the rest as it was', async () => {
      await change({ ...ours(), ...(await keeper()) })
      const startRestored = await takeCopy()
      await change({ allowedDomain: 'other.example' })
      await journal.close()
      await rm(join(folder, 'journal.ndjson'))
      await catchUpJournal(box.deps)
      await startRestored()
      expect(await enterAs('mona')).toBe('auth.sso-off')
      expect(await signIn('mona')).toBe('auth.sso-only')
      expect(await settings(await breakGlass())).toMatchObject({ hasClientSecret: false, allowedDomain: '' })
    })
  },
)
