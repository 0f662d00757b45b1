import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import {
  removeProvider,
  resetProviderFactor,
  setProvider,
} from '#server/features/identity/provider/provider-account.service.ts'
import { recoveryCodes, totpFactors } from '#server/features/identity/second-factor/second-factor.table.ts'
import { settleInstallationKeys } from '#server/features/overview/keys/exchange-keys.service.ts'
import { installationId } from '#server/kernel/db.ts'
import { openKeyRing } from '#server/kernel/keys/key-ring.ts'
import {
  providerByCode,
  providerFactorBegin,
  providerFactorConfirm,
  providerSchools,
  providerSignIn,
} from '#shared/identity/provider.contract.ts'
import { NewTotp } from '#shared/identity/second-factor.contract.ts'
import { appCode, enterProvider, proveProvider, setUpProvider } from '#tests/support/checks/second-factor-kit.ts'
import { engines } from '#tests/support/database.ts'
import { type Box, call, logged, openBox } from '#tests/support/server.ts'

const email = 'hosting@group.example'

describe.each(engines)('the second factor of a provider on %s', (engine) => {
  let box: Box
  let password: string
  beforeAll(async () => {
    box = await openBox(engine)
    password = await setProvider(box.deps, email)
  })
  afterAll(() => box.close())

  const prove = async () => {
    const asked = await proveProvider(box, { email, password })
    if (!asked) throw new Error('the password is refused')
    return asked
  }
  const byCode = async (ticket: string, code: string) => {
    const { status, body } = await call(box.app, {}, providerByCode, { ticket, code })
    return status === 200 ? 'in' : String(body['messageId'])
  }
  const opens = async (token: string) => (await call(box.app, { token }, providerSchools)).status
  let secret = ''
  let codes: string[] = []

  it('a password alone opens nothing: the first sign-in sets an app up', async () => {
    const { ticket, mustSetUp } = await prove()
    expect(mustSetUp).toBe(true)
    expect([await opens(ticket), await byCode(ticket, '123456')]).toEqual([401, 'auth.ticket-over'])
    const begun = await call(box.app, {}, providerFactorBegin, { ticket })
    const totp = NewTotp.parse(begun.body)
    expect(decodeURIComponent(new URL(totp.uri).pathname)).toContain(`Bawaba:${email}`)
    const wrong = await call(box.app, {}, providerFactorConfirm, { ticket, code: '000000' })
    expect([wrong.status, wrong.body['messageId']]).toEqual([400, 'auth.factor-wrong'])
    // What was only begun protects nothing, and is begun again.
    expect((await prove()).mustSetUp).toBe(true)
    const entered = await setUpProvider(box, { email, password })
    secret = entered.secret
    codes = entered.recoveryCodes
    expect([await opens(entered.token), codes.length]).toEqual([200, 10])
    const kept = JSON.stringify(await box.db.owner.select().from(totpFactors)) + logged(box)
    for (const hidden of [secret, totp.secret, ...codes, ticket]) expect(kept).not.toContain(hidden)
  })

  it('then each sign-in asks for a code, which counts once, and a recovery code stands in once', async () => {
    expect((await prove()).mustSetUp).toBe(false)
    expect(await opens(await enterProvider(box, { email, password, secret }))).toBe(200)
    const { ticket } = await prove()
    expect(await byCode(ticket, appCode(box, secret))).toBe('auth.factor-wrong')
    expect(await byCode(ticket, codes[0] ?? '')).toBe('in')
    expect(await byCode(ticket, codes[1] ?? '')).toBe('auth.ticket-over')
    expect(await byCode((await prove()).ticket, codes[0] ?? '')).toBe('auth.factor-wrong')
    // A ticket of one who has an app sets up no other.
    const again = await call(box.app, {}, providerFactorBegin, { ticket: (await prove()).ticket })
    expect(again.body['messageId']).toBe('auth.ticket-over')
  })

  it('a ticket ends after fifteen minutes and with another password', async () => {
    const old = await prove()
    box.clock.advance(16 * 60_000)
    expect(await byCode(old.ticket, appCode(box, secret))).toBe('auth.ticket-over')
    const { ticket } = await prove()
    password = await setProvider(box.deps, email)
    expect(await byCode(ticket, appCode(box, secret))).toBe('auth.ticket-over')
    expect((await prove()).mustSetUp).toBe(false)
  })

  it('is stopped after five wrong codes, also with new tickets and a right one', async () => {
    box.clock.advance(16 * 60_000)
    for (let tries = 0; tries < 5; tries += 1)
      expect(await byCode((await prove()).ticket, '000000')).toBe('auth.factor-wrong')
    expect(await byCode((await prove()).ticket, appCode(box, secret))).toBe('auth.too-many-attempts')
    box.clock.advance(16 * 60_000)
    expect(await byCode((await prove()).ticket, appCode(box, secret))).toBe('in')
  })

  it('its secret is encrypted again by a newer key of the server', async () => {
    const older = box.deps.keyRing
    const bytes = older?.newest.bytes
    if (!bytes) throw new Error('no key')
    box.deps.keyRing = openKeyRing([new Uint8Array(32).fill(9), Uint8Array.from(bytes)])
    expect(await settleInstallationKeys(box.deps)).toEqual({ older: 0, lost: 0 })
    box.deps.keyRing = openKeyRing([new Uint8Array(32).fill(9)])
    expect(await opens(await enterProvider(box, { email, password, secret }))).toBe(200)
  })

  it('a lost one is reset at the machine, which ends its sessions and its recovery codes', async () => {
    const token = await enterProvider(box, { email, password, secret })
    const { ticket } = await prove()
    expect(await resetProviderFactor(box.deps, 'nobody@group.example')).toBe(false)
    expect(await resetProviderFactor(box.deps, 'HOSTING@group.example')).toBe(true)
    expect(await resetProviderFactor(box.deps, email)).toBe(false)
    expect([await opens(token), await byCode(ticket, codes[2] ?? '')]).toEqual([401, 'auth.factor-wrong'])
    expect((await prove()).mustSetUp).toBe(true)
    const isReset = and(eq(auditEvents.schoolId, installationId), eq(auditEvents.what, 'second-factor-reset'))
    expect(await box.db.owner.select().from(auditEvents).where(isReset)).toHaveLength(1)
    const entered = await setUpProvider(box, { email, password })
    expect(await opens(entered.token)).toBe(200)
  })

  it('ends with a provider that is removed', async () => {
    expect(await removeProvider(box.deps, email)).toBe(true)
    expect(await box.db.owner.select().from(totpFactors)).toEqual([])
    expect(await box.db.owner.select().from(recoveryCodes)).toEqual([])
    expect(await proveProvider(box, { email, password })).toBeUndefined()
  })

  it('a server without a key of its own keeps no secret and goes by the password', async () => {
    password = await setProvider(box.deps, email)
    box.deps.keyRing = undefined
    const { body } = await call(box.app, {}, providerSignIn, { email, password })
    expect(body['entered']).toBe(true)
  })
})
