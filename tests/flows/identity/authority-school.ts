import { sql } from 'drizzle-orm'
import { publishWording } from '#server/features/consents/wording.service.ts'
import { criteriaLinks } from '#server/features/forms/criteria/criteria.table.ts'
import { submissions } from '#server/features/forms/form.table.ts'
import { openSession } from '#server/features/identity/sessions/session.service.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import { shifts } from '#server/features/pos/pos.table.ts'
import { deviceAlerts, devices, sites, tills } from '#server/features/sync/devices/device.table.ts'
import { CustomerId, DeviceId, ShiftId, UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { makeTablet, makeUser, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeStudent } from '#tests/support/records/students-made.ts'
import type { Box, Caller } from '#tests/support/server.ts'
import { theirId, theirName } from './authority-input.ts'

let people = 0

/** Somebody of the school, signed in without the price of a password. */
export async function enter(
  box: Box,
  school: TestSchool,
  roles: Role[],
  kind: 'staff' | 'pos',
  { isProven = true }: { isProven?: boolean } = {},
) {
  people += 1
  const userId = await makeUser(box, school, `user-${people}`, roles)
  const provedAt = isProven ? toInstant(box.clock.nowMs()) : null
  const who = { schoolId: school.schoolId, userId, kind, deviceId: null, userAgent: '', provedAt }
  const { token } = await box.db.database.tenant(school.schoolId, (tx) =>
    openSession(tx, who, box.clock.nowMs(), box.deps.random),
  )
  return { school: school.code, token } satisfies Caller
}

/** One of everything that calls can name, all under the same id. */
export async function fill(box: Box, school: TestSchool): Promise<void> {
  const { schoolId } = school
  const at = toInstant(box.clock.nowMs())
  const name = { en: theirName, ar: theirName }
  const { publicKey } = await makeTablet()
  const deviceId = DeviceId.parse(theirId)
  const by = UserId.parse(theirId)
  await publish(box, school, testForm(), 'enquiry')
  await makeStudent(box, school, { id: theirId, nameLatin: theirName })
  await box.db.database.tenant(schoolId, async (tx) => {
    await tx.insert(sites).values({ schoolId, id: theirId, code: 'S', name })
    await tx.insert(tills).values({ schoolId, id: theirId, siteId: theirId, code: 'T', kind: 'till', name })
    await tx.insert(devices).values({
      schoolId,
      id: deviceId,
      tillId: theirId,
      epoch: 1,
      publicKey,
      pairedBy: by,
      pairedAt: at,
    })
    const alert = { schoolId, id: theirId, deviceId, kind: 'lost', count: 1, at }
    await tx.insert(deviceAlerts).values(alert)
    await tx.insert(shifts).values({
      schoolId,
      id: ShiftId.parse(theirId),
      tillId: theirId,
      deviceId,
      epoch: 1,
      no: 1,
      currency: 'QAR',
      businessDay: '2030-03-03',
      floatAmount: minor(0),
      openedBy: by,
      openedAt: at,
    })
    await tx.insert(customers).values({
      schoolId,
      id: CustomerId.parse(theirId),
      admissionNo: 'A1',
      name,
      className: '1A',
      allergens: [],
      diet: [],
      overdraft: minor(0),
      active: true,
      version: 1,
    })
    await tx.insert(submissions).values({
      schoolId,
      id: theirId,
      reference: 'AAAAAAAA',
      slug: 'enquiry',
      version: 1,
      purpose: 'enquiry',
      answers: { name: theirName, children: [{ name: theirName }] },
      language: 'en',
      channel: 'public',
      senderId: DeviceId.parse(theirId),
      startedAt: at,
      receivedAt: at,
      flags: [],
    })
    await tx.insert(criteriaLinks).values({
      schoolId,
      id: theirId,
      tokenHash: 'x',
      slug: 'enquiry',
      submissionId: theirId,
      subject: theirName,
      email: 'hind@home.example',
      language: 'en',
      answers: {},
      askedAt: at,
      askedBy: by,
      expiresAt: at,
    })
    const texts = { title: name, wording: name, otherwise: name }
    await publishWording(tx, schoolId, { purpose: 'photos', isOffered: true, ...texts }, at)
    await tx.insert(mails).values({
      schoolId,
      id: theirId,
      recipient: `${theirName}@home.example`,
      language: 'en',
      template: 'no-account',
      params: { path: '/' },
      origin: 'http://localhost',
      state: 'queued',
      nextAt: at,
      createdAt: at,
    })
  })
}

/** Every row that the school has, table by table: to see that nothing of it has changed. */
export async function rowsOf(box: Box, { schoolId }: TestSchool): Promise<Record<string, string>> {
  const { rows: tables } = await box.db.owner.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'school_id' order by table_name`)
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await box.db.owner.execute<{ all: string | null }>(sql`
      select string_agg(t::text, e'\n' order by t::text) as all from ${sql.identifier(name)} t
      where school_id = ${schoolId}`)
    found[name] = rows[0]?.all ?? ''
  }
  return found
}
