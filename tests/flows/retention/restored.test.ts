import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueMail } from '#server/features/mail/mail.service.ts'
import { beginGeneration } from '#server/features/sync/installation/installation.service.ts'
import { databaseOver } from '#server/kernel/db.ts'
import type { OutgoingMail } from '#server/kernel/outside/mailer.ts'
import { type JournalFile, openJournalFile } from '#server/node/copies/journal-file.ts'
import { forgetPassword } from '#shared/identity/account.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { changePassword } from '#shared/identity/profile.contract.ts'
import { changeRoles, disablePerson } from '#shared/identity/staff.contract.ts'
import { eraseFile } from '#shared/retention/retention.contract.ts'
import { revokeDevice, tillList } from '#shared/sync/device.contract.ts'
import { createTestDatabase, engines } from '#tests/support/database.ts'
import { copyDatabase } from '#tests/support/devices/database-copy.ts'
import {
  agreeToFace,
  enrol,
  faceOf,
  type FaceSchool,
  openFaceSchool,
  pupil,
  sayOfFace,
} from '#tests/support/faces/face-kit.ts'
import { makeUser, password } from '#tests/support/factories.ts'
import { makeStudent } from '#tests/support/records/students-made.ts'
import { type Box, boxOver, type Caller, call } from '#tests/support/server.ts'

describe.each(engines)('what was done since the copy that %s is restored from', (engine) => {
  let folder: string
  let journal: JournalFile
  let box: Box
  let at: FaceSchool
  const sent: OutgoingMail[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journal-'))
    journal = openJournalFile(join(folder, 'journal.ndjson'), {
      error: (fields) => expect.fail(JSON.stringify(fields)),
    })
    const db = await createTestDatabase(engine)
    box = boxOver({ ...db, database: databaseOver(db.owner, { kind: engine, close: db.close, journal }) })
    box.deps.journal = journal
    at = await openFaceSchool(box, 'alnoor')
    await makeUser(box, at.canteen.school, 'sami', ['it'])
  })
  afterAll(async () => {
    await box.close()
    await journal.close()
    await rm(folder, { recursive: true })
  })

  const { school } = { school: 'alnoor' }
  const signIn = async (userName: string, secret = password) =>
    (await call(box.app, { school }, login, { userName, password: secret })).status
  const must = async (caller: Caller, ...args: [Parameters<typeof call>[2], unknown]) => {
    const reply = await call(box.app, caller, ...args)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body
  }
  const epochs = async () => {
    const { rows } = await box.db.owner.execute<{ epoch: number }>(sql`select epoch from tills order by code`)
    return rows.map(({ epoch }) => epoch)
  }
  /** As the start of a restored server does. */
  const startRestored = async () => {
    box.clock.advance(60_000)
    await beginGeneration(box.deps, { cause: 'restore', dataAsOf: null })
    box.deps.installation.forget()
    await box.deps.settleRestored(box.deps)
  }

  it('OPS-18: erased, withdrawn, revoked, shut out: still so', async () => {
    const schoolOf = at.canteen.school
    const [withdrawn, kept] = at.canteen.customers
    if (!withdrawn || !kept) throw new Error('there are no customers')
    const request = await agreeToFace(box, at, withdrawn)
    await agreeToFace(box, at, kept)
    for (const [customerId, seed] of [
      [withdrawn, 1],
      [kept, 2],
    ] as const)
      expect(await enrol(box, at, customerId, { templates: faceOf(seed) })).toMatchObject({ outcome: 'applied' })
    await makeUser(box, schoolOf, 'omar', ['registrar'])
    const dana = await makeUser(box, schoolOf, 'dana', ['registrar'])
    const rami = await makeUser(box, schoolOf, 'rami', ['registrar', 'finance'])
    const file = await makeStudent(box, schoolOf, { status: 'rejected' })
    const left = await makeStudent(box, schoolOf, { status: 'rejected' })

    const restore = await copyDatabase(box.db.owner)
    const session = String((await must({ school }, login, { userName: 'omar', password }))['token'])
    const own = { school, token: session }
    await must(own, changePassword, { current: password, password: 'seven quiet camels', language: 'en' })
    await must(at.admin, disablePerson, { id: dana, isDisabled: true })
    await must(at.admin, changeRoles, { id: rami, knownRoles: ['registrar', 'finance'], roles: ['registrar'] })
    await must(at.admin, revokeDevice, { deviceId: at.device.tablet.deviceId })
    await must(at.admin, eraseFile, { student_id: file.id, reference: file.reference, cause: 'family-asked' })
    await sayOfFace(box, at, request, false)
    await journal.close()
    const lines = (await readFile(join(folder, 'journal.ndjson'), 'utf8')).split('\n').filter(Boolean)
    expect(lines.map((line) => JSON.parse(line).what)).toEqual([
      'password-set',
      'person-disabled',
      'person-roles',
      'device-revoked',
      'file-erased',
      'face-deleted',
    ])
    expect(lines.join('')).not.toMatch(/omar|camels|Sara/i)

    await restore()
    expect(await signIn('dana')).toBe(200)
    await startRestored()
    expect([await signIn('omar'), await signIn('dana'), await signIn('sami')]).toEqual([401, 403, 200])
    const { rows: repeated } = await box.db.owner.execute<{ what: string }>(sql`
      select what from audit_events where by_user is null and what in ('person-disabled', 'person-roles', 'device-revoked')
      order by what`)
    expect(repeated.map(({ what }) => what)).toEqual(['device-revoked', 'person-disabled', 'person-roles'])
    const { rows } = await box.db.owner.execute(sql`
      select (select roles from users where id = ${rami}) as roles,
        (select revoked_at is not null from devices where id = ${at.device.tablet.deviceId}) as revoked,
        (select erased_at is not null from students where id = ${file.id}) as erased,
        (select erased_at is not null from students where id = ${left.id}) as "leftErased"`)
    expect(rows[0]).toEqual({
      roles: ['registrar'],
      revoked: true,
      erased: true,
      leftErased: false,
    })
    at.admin = { school, token: String((await must({ school }, login, { userName: 'mona', password }))['token']) }
    // What people do after it counts at the next restore: its journal is repeated from there on.
    await must(at.admin, disablePerson, { id: dana, isDisabled: false })
    await startRestored()
    expect([await signIn('omar'), await signIn('dana')]).toEqual([401, 200])
    at.admin = { school, token: String((await must({ school }, login, { userName: 'mona', password }))['token']) }
    expect(await pupil(box, at, withdrawn)).toMatchObject({ consent: 'pupil-said-no', face: null })
    expect(await pupil(box, at, kept)).toMatchObject({ consent: 'agreed', face: expect.anything() })
  })

  it('ends sessions and codes of before once, and gives no till a former epoch (OPS-13)', async () => {
    const token = String((await must({ school }, login, { userName: 'sami', password }))['token'])
    await must({ school }, forgetPassword, { email: 'sami@school.example', language: 'en' })
    const before = await epochs()
    await startRestored()
    expect((await call(box.app, { school, token }, tillList)).status).toBe(401)
    const { rows } = await box.db.owner.execute(sql`
      select (select count(*)::int from account_links where purpose = 'reset' and used_at is null) as links`)
    expect(rows[0]).toEqual({ links: 0 })
    const after = await epochs()
    expect(after).toEqual(before.map((epoch) => epoch + 100))

    const again = String((await must({ school }, login, { userName: 'sami', password }))['token'])
    await box.deps.settleRestored(box.deps)
    expect(await epochs()).toEqual(after)
    expect((await call(box.app, { school, token: again }, tillList)).status).not.toBe(401)
  })

  it('gives up emails that may have left already, and says so', async () => {
    box.deps.mailer = { send: async (mail) => void sent.push(mail) }
    const ctx = { deps: box.deps, school: at.canteen.school, origin: 'http://alnoor.localhost' }
    const to = { to: 'hind@home.example', language: 'en' as const, template: 'password-changed' as const }
    const queue = (id: string) =>
      box.db.database.tenant(at.canteen.school.schoolId, (tx) =>
        queueMail(tx, ctx, { ...to, id, params: { userName: 'hind', path: '/' } }),
      )
    const [old, fresh] = [crypto.randomUUID(), crypto.randomUUID()]
    await queue(old)
    await startRestored()
    box.clock.advance(1000)
    await queue(fresh)
    const { rows } = await box.db.owner.execute(sql`
      select state, failure from mails where id in (${old}, ${fresh}) order by created_at`)
    expect(rows).toEqual([
      { state: 'failed', failure: 'uncertain' },
      { state: 'queued', failure: null },
    ])
    box.deps.mailer = undefined
  })
})
