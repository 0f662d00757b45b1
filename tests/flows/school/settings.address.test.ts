import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { OutsideReply } from '#server/kernel/deps.ts'
import { schoolOrigin } from '#server/http/tenant.ts'
import { publicInfo, schoolDetails } from '#shared/school/school.contract.ts'
import { changeSchoolSettings } from '#shared/school/settings/school-settings.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'
import { setSettings, settingsOf } from './settings-kit.ts'

const domain = 'www.alnoor.example'

describe.each(engines)('addresses, languages and frame of a school on %s', (engine) => {
  let box: Box
  let app: Box['app']
  let alnoor: TestSchool
  let maha: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
    maha = await signInAs(box, alnoor, 'maha', ['admin'])
    const settings = { ...box.deps.settings, mode: 'production' as const, publicUrl: 'https://example.school' }
    app = createApp({ ...box.deps, settings })
  })
  afterAll(() => box.close())

  /** Returns which school a host leads to, or the message of the refusal. */
  const at = async (host: string, caller: Caller = {}) => {
    const { body } = await call(app, { ...caller, host }, publicInfo)
    return body.messageId ?? publicInfo.reply.parse(body).result.code
  }

  it('is reached at its own domain as soon as that is saved, besides its first label', async () => {
    expect(await at(domain)).toBe('tenant.missing')
    const before = (await settingsOf(box, maha)).address
    expect(before.values).toEqual({ domain: '', isInLinks: false })
    // Through the same app, whose cache of the miss the change drops.
    const at2 = { ...maha, host: 'alnoor.example.school' }
    const inputs = {
      group: 'address',
      seen: before.version,
      values: { domain: ' WWW.Alnoor.example ', isInLinks: false },
    }
    expect((await call(app, at2, changeSchoolSettings, { settings: inputs })).status).toBe(200)
    expect(await at(domain)).toBe('alnoor')
    expect(await at('WWW.ALNOOR.EXAMPLE')).toBe('alnoor')
    expect(await at('alnoor.example.school')).toBe('alnoor')
    expect(await at('manara.example.school')).toBe('manara')
    const { body } = await call(app, { host: domain }, schoolDetails)
    expect(schoolDetails.reply.parse(body).result.settings.domain).toBe(domain)
  })

  it('accepts there the first label of a browser that does not know the code yet, and no other school', async () => {
    expect(await at(domain, { school: 'www' })).toBe('alnoor')
    expect(await at(domain, { school: 'alnoor' })).toBe('alnoor')
    expect(await at(domain, { school: 'manara' })).toBe('tenant.mismatch')
    expect(await at('portal.alnoor.example', { school: 'alnoor' })).toBe('tenant.missing')
  })

  it('leads links there only once the school says so', () => {
    const school = { ...alnoor, domain }
    const settings = { ...box.deps.settings, publicUrl: 'https://example.school' }
    const origin = (isDomainInLinks: boolean) =>
      schoolOrigin({} as Parameters<typeof schoolOrigin>[0], settings, { ...school, isDomainInLinks })
    expect(origin(false)).toBe('https://alnoor.example.school')
    expect(origin(true)).toBe(`https://${domain}`)
  })

  it('puts a domain into links only after it has opened this school from outside', async () => {
    const at2 = { ...maha, host: 'alnoor.example.school' }
    const asked: string[] = []
    const answering = (code: string | undefined) => {
      const readOutside = async (address: string): Promise<OutsideReply> => {
        asked.push(address)
        if (code === undefined) return { failed: 'unreachable' }
        return { body: (await call(box.app, { school: code }, publicInfo)).body }
      }
      const settings = { ...box.deps.settings, mode: 'production' as const, publicUrl: 'https://example.school' }
      return createApp({ ...box.deps, settings, readOutside })
    }
    const tick = async (code: string | undefined) => {
      const { version } = (await settingsOf(box, maha)).address
      const settings = { group: 'address', seen: version, values: { domain, isInLinks: true } }
      return (await call(answering(code), at2, changeSchoolSettings, { settings })).body
    }
    expect(await tick(undefined)).toMatchObject({ messageId: 'settings.domain-unreached' })
    expect(await tick('manara')).toMatchObject({ messageId: 'settings.domain-unreached' })
    expect((await settingsOf(box, maha)).address.values.isInLinks).toBe(false)
    expect(await tick('alnoor')).toMatchObject({ version: 2 })
    expect(new Set(asked)).toEqual(new Set([`https://${domain}/api/v1/oa/public/info`]))
    expect((await settingsOf(box, maha)).address.values.isInLinks).toBe(true)
  })

  it('refuses a domain of the server, of another school, and what is no host', async () => {
    const salam = await signInAs(box, await makeSchool(box, 'salam'), 'noora', ['admin'])
    const refusalOf = async (caller: Caller, values: object) =>
      (await setSettings(box, caller, 'address', values)).body.messageId
    expect(await refusalOf(maha, { domain: 'manara.localhost', isInLinks: false })).toBe('settings.domain-reserved')
    expect(await refusalOf(salam, { domain })).toBe('settings.domain-taken')
    expect(await refusalOf(salam, { domain: 'https://salam.example' })).toBe('request.invalid')
    expect(await refusalOf(salam, { domain: '10.0.0.1' })).toBe('request.invalid')
    expect(await refusalOf(salam, { domain: '', isInLinks: true })).toBe('request.invalid')
  })

  it('offers the languages that it says, its own among them', async () => {
    const only = { language: 'ar', languages: ['ar'] }
    expect((await setSettings(box, maha, 'calendar', only)).status).toBe(200)
    const { body } = await call(box.app, { school: 'alnoor' }, schoolDetails)
    expect(schoolDetails.reply.parse(body).result.settings.languages).toEqual(['ar'])
    const info = await call(box.app, { school: 'alnoor' }, publicInfo)
    expect(publicInfo.reply.parse(info.body).result.languages).toEqual(['ar'])
    const refused = await setSettings(box, maha, 'calendar', { language: 'en', languages: ['ar'] })
    expect(refused.body).toMatchObject({ messageId: 'request.invalid', field: 'settings.values.languages' })
  })

  it('hands its frame to everybody who has chosen none; what an older page does not send stays', async () => {
    const frame = { controlSize: 'lg', navMode: 'transparent', cardBordered: true, sideNavCollapse: false }
    expect((await setSettings(box, maha, 'look', { frame })).status).toBe(200)
    expect((await setSettings(box, maha, 'look', { frame: undefined, mode: 'dark' })).status).toBe(200)
    const { body } = await call(box.app, { school: 'alnoor' }, schoolDetails)
    expect(schoolDetails.reply.parse(body).result.settings.theme).toMatchObject({
      mode: 'dark',
      controlSize: 'lg',
      navMode: 'transparent',
      cardBordered: true,
      layout: { sideNavCollapse: false },
    })
  })

  it('shows the outside captcha of the server unless it has chosen the built-in one', async () => {
    const captcha = { provider: 'turnstile' as const, siteKey: 'key', verify: () => Promise.resolve(true) }
    const withCaptcha = createApp({ ...box.deps, captcha })
    const key = async () => {
      const { body } = await call(withCaptcha, { school: 'alnoor' }, schoolDetails)
      return schoolDetails.reply.parse(body).result.settings.captchaSiteKey
    }
    expect(await key()).toBe('key')
    expect((await setSettings(box, maha, 'connections', { captcha: 'own' })).status).toBe(200)
    expect(await key()).toBeUndefined()
  })
})
