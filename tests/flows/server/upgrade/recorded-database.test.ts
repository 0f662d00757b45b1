import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { readMigrations } from '#server/node/migrations.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { offerData } from '#shared/admissions/offers/offer-page.contract.ts'
import { studentData } from '#shared/admissions/student-file.contract.ts'
import { openConsent } from '#shared/consents/consent.contract.ts'
import { openDraft } from '#shared/forms/draft.contract.ts'
import { openMyDraft } from '#shared/forms/my-draft.contract.ts'
import { submissionDetail } from '#shared/forms/submission.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { readLetterEdit } from '#shared/letters/letter-template.contract.ts'
import { shiftReportEndpoint, transactionReport } from '#shared/pos/pos-report.contract.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import { readCatalogue } from '#tests/support/catalogue.ts'
import { createPostgresDatabase, createTestDatabase, engines } from '#tests/support/database.ts'
import { call } from '#tests/support/server.ts'
import { facts, recordedDatabase } from '#tests/support/upgrade/recording.ts'
import {
  openUpgradedBox,
  restoreDatabase,
  signInRecorded,
  type UpgradedBox,
} from '#tests/support/upgrade/upgraded-box.ts'

const migrations = readMigrations().map(({ name }) => name)
/** A whole database is restored and read: late on a busy machine, and no sooner right. */
const timeout = 120_000
const isSchema = (line: string) => !line.startsWith('rows in ')

describe.each(engines)('a database of 682d00ec, opened by the present build on %s', { timeout }, (engine) => {
  let box: UpgradedBox
  beforeAll(async () => {
    box = await openUpgradedBox(engine)
  }, timeout)
  afterAll(() => box.close())

  /** Asks as somebody of the recorded schools, or as anybody; what does not fit the contract is a fault. */
  const ask = async <E extends Endpoint>(to: E, input: z.input<E['body']>, who?: string, school = facts.school) => {
    const caller = who === undefined ? { school } : await signInRecorded(box, who, school)
    const { status, body } = await call(box.app, caller, to, input)
    expect([to.path, status, body['messageId']]).toEqual([to.path, 200, body['messageId']])
    return to.reply.parse(body) as z.output<E['reply']>
  }

  it('counts as one that has the baseline, and gets only what came after it', async () => {
    expect(box.ran).toEqual(migrations.slice(1))
    const { rows } = await box.db.owner.execute<{ name: string }>(sql`select name from schema_migrations order by name`)
    expect(rows.map(({ name }) => name).slice(53)).toEqual(migrations)
  })

  it('has the schema of a new one in the end', async () => {
    const fresh = await createTestDatabase(engine)
    const [upgraded, made] = [await readCatalogue(box.db.owner), await readCatalogue(fresh.owner)]
    await fresh.close()
    expect(upgraded.filter(isSchema)).toEqual(made.filter(isSchema))
  })

  it('has every row that it had, with every value', async () => {
    const counted: Record<string, number> = {}
    for (const name of Object.keys(facts.counts)) {
      const { rows } = await box.db.owner.execute<{ n: number }>(
        sql`select count(*)::int as n from ${sql.identifier(name)}`,
      )
      counted[name] = rows[0]?.n ?? 0
    }
    expect(counted).toEqual({ ...facts.counts, schema_migrations: 53 + migrations.length })
    await box.db.owner.execute(sql`set time zone 'UTC'`)
    for (const [name, recorded] of recordedDatabase().tables) {
      const table = sql.identifier(name)
      // What a later migration has added is no part of the comparison: columns, and settings of a school that stood elsewhere.
      const values =
        name === 'schools' ? sql`(to_jsonb(now) #- '{profile,holidays}' #- '{profile,regulator}')` : sql`to_jsonb(now)`
      const { rows } = await box.db.owner.execute(sql`
        with was as (select value from jsonb_array_elements(${recorded}::jsonb)), added as (
          select coalesce(array_agg(attname::text), '{}') as names from pg_attribute
            where attrelid = ${name}::regclass and attnum > 0
              and not exists (select from was where was.value ? attname::text))
        select value from was except select ${values} - added.names from ${table} now, added`)
      expect([name, rows]).toEqual([name, []])
    }
  })

  it('keeps holidays and regulator of the admission rules as settings of the school', async () => {
    const { rows } = await box.db.owner.execute(sql`
      select r.rules->'holidays' is not distinct from s.profile->'holidays' and r.rules->'regulator' is not distinct from s.profile->'regulator' as same
      from admission_rules r join schools s using (school_id)`)
    expect(rows).toEqual([{ same: true }])
  })

  it('lets everybody sign in with the password that they had', async () => {
    const entered: string[] = []
    for (const userName of Object.keys(facts.people)) {
      await signInRecorded(box, userName)
      entered.push(userName)
    }
    expect(entered).toHaveLength(12)
  })

  it('tells of the till and its sales what it told before', async () => {
    const { devices } = await ask(deviceList, {}, 'supervisor')
    expect(devices.map(({ deviceId, epoch, missing, alerts }) => [deviceId, epoch, missing, alerts])).toEqual([
      [facts.device.deviceId, 1, [], []],
    ])
    const { transactions } = await ask(transactionReport, {}, 'supervisor')
    const sales = transactions.filter(({ kind }) => kind === 'sale').map(({ receiptNo, amount }) => [receiptNo, amount])
    expect(sales.toReversed()).toEqual([
      ['A-01-1-000001', 950],
      ['A-01-1-000002', 100],
      ['A-01-1-000003', 1400],
      ['A-01-1-000004', 855],
      ['A-01-1-000005', 950],
      ['A-01-1-000006', 100],
      ['A-01-1-000007', 100],
    ])
    const { closed, report, missingReceipts } = await ask(
      shiftReportEndpoint,
      { shiftId: facts.device.closedShiftId },
      'supervisor',
    )
    expect([closed, report.no, report.salesCount, missingReceipts]).toEqual([false, 2, 3, []])
  })

  it('opens every file and form that it has', async () => {
    const files: unknown[] = []
    const { offer, decisions, cash, documents } = facts
    for (const id of [documents.signedStudent, offer.studentId, decisions.offerStudentId, decisions.moveStudentId])
      files.push((await ask(studentData, { student_id: id }, 'registrar')).student.status)
    expect(files).toEqual(['booked', 'offer-out', 'shortlisted', 'new'])
    const paid = await ask(studentData, { student_id: cash.studentId }, 'finance')
    const receipts = paid.cash.toSorted((a, b) => a.number.localeCompare(b.number))
    expect(receipts.map(({ number, amount }) => [number, amount])).toEqual([
      ['C-2030-000001', 20_000],
      ['C-2030-000002', 5000],
    ])
    const west = await ask(studentData, { student_id: documents.westStudent }, 'registrar', 'west')
    expect([west.student.status, west.submissionId]).toEqual(['rejected', documents.submission])
    const { submission } = await ask(submissionDetail, { id: documents.submission }, 'registrar', 'west')
    expect(submission.reference).toBe('65KRMW5R')
    const sent = await ask(submissionDetail, { id: facts.form.sent }, 'registrar')
    expect(sent.submission.reference).toBe('5F745295')
    const { edit } = await ask(readLetterEdit, { letter: 'waiting-list' }, 'registrar')
    expect(edit.revision).toBe(3)
  })

  it('opens every link that families have', async () => {
    const { documents, offer, consent, face } = facts
    const states: unknown[] = []
    for (const offerLetterToken of [documents.signedToken, offer.token, offer.draftToken])
      states.push((await ask(offerData, { offerLetterToken })).state)
    expect(states).toEqual(['booked', 'open', 'open'])
    const asked = { senderId: facts.device.deviceId, language: 'en' as const }
    const decided = await ask(openConsent, { ...asked, token: consent.token })
    expect([decided.consent.subject, decided.consent.acts]).toEqual(['Sara', []])
    const registering = await ask(openConsent, { ...asked, token: face.token })
    expect(registering.consent.face?.customerId).toBe(face.customerId)
    expect(registering.consent.acts).toHaveLength(1)
  })

  it('opens the drafts of families, under an account and by mail', async () => {
    const { myDraft, sentDraft } = facts.documents
    const written = { name: 'Hind Al Mana', children: [{ name: 'Sara', dob: '2024-02-29' }] }
    // The token was mailed and is written down nowhere: another takes its place.
    const token = 'a'.repeat(43)
    await box.db.owner.execute(sql`
      update form_drafts set token_hash = ${sha256Hex(token)} where token_hash = ${sentDraft.link}`)
    const byMail = await ask(openDraft, { id: sentDraft.id, token })
    expect(byMail.draft).toMatchObject({ slug: 'open-day', answers: written, revision: 1 })
    const kept = await ask(openMyDraft, { id: myDraft }, 'family')
    expect(kept.draft).toMatchObject({ slug: 'open-day', answers: written, revision: 1 })
  })
})

it('a server starts over a database of 682d00ec, and starts again', async () => {
  const url = await createPostgresDatabase()
  const before = await openPostgres(url)
  await restoreDatabase(before.db)
  await before.close()
  const applied: string[][] = []
  for (let start = 0; start < 2; start += 1) {
    const database = await openDatabase({ dataDir: '', databaseUrl: url })
    applied.push(database.applied)
    await database.close()
  }
  expect(applied).toEqual([migrations.slice(1), []])
})
