import { forgetPassword } from '#shared/identity/account.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { subscriberLinks, subscribers } from '#server/features/messaging/subscriptions/subscribe.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { confirmSubscription, endSubscription, subscribe } from '#shared/messaging/subscribe.contract.ts'
import { publicInfo } from '#shared/school/school.contract.ts'
import { mailRows, mailTo, shapeOf } from '#tests/support/account-kit.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('news by mail on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let manara: TestSchool
  let people = 0
  let email: string

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    manara = await makeSchool(box, 'manara')
  })
  beforeEach(() => {
    people += 1
    email = `reader${people}@home.example`
  })
  afterAll(() => box.close())

  const from = (school: TestSchool) => ({ school: school.code, address: `10.7.${people}.1` })
  const ask = async (more: object = {}, school = alnoor) => {
    box.clock.advance(1)
    const proof = await quickProof(box, school)
    return call(box.app, from(school), subscribe, { email, language: 'ar', proof, trap: '', ...more })
  }
  const confirm = (token: string, school = alnoor) => call(box.app, from(school), confirmSubscription, { token })
  const end = (token: string, school = alnoor) => call(box.app, from(school), endSubscription, { token })
  const stored = async () => (await box.db.owner.select().from(subscribers)).filter((row) => row.email === email)
  const tokens = async () => {
    const { links } = await mailTo(box, email)
    return links.flatMap((href) => /#token=([\w-]+)$/.exec(href)?.[1] ?? [])
  }

  it('counts once its owner has confirmed it, and each mail has a link that ends it', async () => {
    expect(await ask()).toMatchObject({ status: 200, body: {} })
    expect(await mailTo(box, email)).toMatchObject({ template: 'subscribe-confirm', language: 'ar' })
    expect(await stored()).toMatchObject([{ state: 'pending', schoolId: alnoor.schoolId }])
    const [toConfirm = '', toEnd = ''] = await tokens()
    box.clock.advance(1)
    expect((await confirm(toConfirm)).status).toBe(200)
    expect(await stored()).toMatchObject([{ state: 'confirmed' }])
    expect(await mailTo(box, email)).toMatchObject({ template: 'subscribe-welcome' })
    // Once: the second time it opens nothing, and nothing changes.
    expect(await confirm(toConfirm)).toMatchObject({ status: 410, body: { messageId: 'link.over' } })
    const [welcomeEnd = ''] = await tokens()
    expect((await end(toEnd)).status).toBe(200)
    expect(await stored()).toEqual([])
    expect(await end(welcomeEnd)).toMatchObject({ status: 410, body: { messageId: 'link.over' } })
    const rows = JSON.stringify(await box.db.owner.select().from(subscriberLinks))
    for (const token of [toConfirm, toEnd, welcomeEnd]) {
      expect(rows).not.toContain(token)
      expect(JSON.stringify(box.log)).not.toContain(token)
    }
    expect(JSON.stringify(box.log)).not.toContain(email)
  })

  it('tells nobody but the owner whether an address is known, and two schools stay apart', async () => {
    const first = await ask()
    const [toConfirm = ''] = await tokens()
    expect(await confirm(toConfirm, manara)).toMatchObject({ status: 410 })
    await confirm(toConfirm)
    const again = await ask({ email: email.toUpperCase() })
    expect(shapeOf(again)).toEqual(shapeOf(first))
    expect(await mailTo(box, email)).toMatchObject({ template: 'subscribe-known' })
    expect(await stored()).toMatchObject([{ state: 'confirmed' }])
    await ask({}, manara)
    const bySchool = Object.fromEntries((await stored()).map(({ schoolId, state }) => [schoolId, state]))
    expect(bySchool).toEqual({ [alnoor.schoolId]: 'confirmed', [manara.schoolId]: 'pending' })
  })

  it('costs a solved challenge each time, and a robot that fills in everything gets the same answer and no mail', async () => {
    const proof = await quickProof(box, alnoor)
    expect((await ask({ proof })).status).toBe(200)
    expect(await ask({ proof })).toMatchObject({ status: 403, body: { messageId: 'robots.proof-refused' } })
    expect(await ask({ proof: 'none' })).toMatchObject({ status: 403 })
    const before = (await mailRows(box)).length
    const robot = await ask({ trap: 'https://cheap.example', email: `robot${people}@home.example` })
    expect(robot).toMatchObject({ status: 200, body: {} })
    expect((await mailRows(box)).length).toBe(before)
    expect(await ask({ email: 'hind@' })).toMatchObject({ status: 400 })
    expect(await ask({ email: `${'a'.repeat(10_000)}@home.example` })).toMatchObject({ status: 400 })
  })

  it('closes no mailbox by calls that are refused, and none to recovery', async () => {
    const email = `kept${people}@home.example`
    for (let i = 0; i < 8; i += 1) expect((await ask({ email, proof: 'none' })).status).toBe(403)
    expect((await ask({ email })).status).toBe(200)
    const { status } = await call(box.app, { school: 'alnoor' }, forgetPassword, { email, language: 'en' })
    expect(status).toBe(200)
  })

  it('fills nobody’s mailbox', async () => {
    for (let i = 0; i < 6; i += 1) expect((await ask()).status).toBe(200)
    expect(await ask()).toMatchObject({ status: 429, body: { messageId: 'auth.too-many-mails' } })
  })

  it('says the same of every link that opens nothing; who does not confirm is forgotten', async () => {
    await ask()
    const [toConfirm = '', toEnd = ''] = await tokens()
    const replies = [
      await confirm(`${toConfirm}x`),
      await confirm(toEnd),
      await end(toConfirm),
      await end(''),
      await end('ض'.repeat(2000)),
      await end(toEnd, manara),
    ]
    box.clock.advance(3 * dayMs)
    replies.push(await confirm(toConfirm))
    for (const reply of replies) expect(reply).toMatchObject({ status: 410, body: { messageId: 'link.over' } })
    expect(new Set(replies.map((reply) => JSON.stringify(shapeOf(reply)))).size).toBe(1)
    expect(await stored()).toHaveLength(1)
    box.clock.advance(30 * dayMs)
    await ask({ email: `later${people}@home.example` })
    expect(await stored()).toEqual([])
  })

  it('says of a school what it says publicly, and nothing beside it', async () => {
    const contact = { email: 'office@school.example', phone: '+974 4000 0000' }
    const [row] = await box.db.owner.select().from(schools)
    const profile = { ...row?.profile, contact, internal: 'not for anybody' } as typeof schools.$inferInsert.profile
    await makeSchool(box, `open${people}`, { profile })
    const { body } = await call(box.app, { school: `open${people}` }, publicInfo)
    expect(body).toEqual({
      result: {
        code: `open${people}`,
        name: expect.any(Object),
        website: 'https://school.example',
        logo: `/branding/open${people}/logo.svg`,
        language: 'en',
        languages: ['en', 'ar'],
        timeZone: 'Asia/Qatar',
        dates: profile.dates,
        contact,
      },
    })
    expect((await call(box.app, { school: 'alnoor' }, publicInfo)).body).toMatchObject({ result: { contact: null } })
    expect((await call(box.app, { school: 'nobody' }, publicInfo)).status).toBe(404)
  })
})
