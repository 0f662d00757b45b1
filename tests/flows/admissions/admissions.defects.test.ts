import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writtenMail } from '#server/features/mail/written-mail.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { students } from '#server/features/students/student.table.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import { documentLink } from '#shared/documents/document-review.contract.ts'
import { submissionDetail } from '#shared/forms/submission.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { dayMs, hourMs } from '#shared/kernel/time.ts'
import { studentRecord } from '#shared/students/student-record.contract.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { makeApplicant } from '#tests/support/records/messages-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
} from '#tests/support/records/offers-made.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/*
 * What has gone wrong in systems like this one and is not the matter of another test: which test shows what stands in
 * src/decisions/0049-admissions-guarantees.md.
 */

const staff = ['admission-officer', 'registrar', 'head', 'finance'] as const satisfies readonly Role[]
type Change = Parameters<typeof commandOn>[1]
const refusal = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'other', note: 'x' } as const
const hold = { kind: 'move', to: 'on-hold', reason: 'visa', reviewOn: '2039-01-01' } as const

describe.each(engines)('what went wrong elsewhere, on %s', (engine) => {
  let box: Box
  const schools: Record<string, TestSchool> = {}
  const callers: Record<string, Caller> = {}
  const school = (code = 'alnoor'): TestSchool => {
    const found = schools[code]
    if (!found) throw new Error(`no school ${code}`)
    return found
  }
  /** Everybody asks by a host that is not the school's own: no mail may lead there. */
  const as = (role: Role, code = 'alnoor'): Caller => ({ ...callers[`${code} ${role}`], host: `${code}.evil.example` })

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    for (const code of ['alnoor', 'manara']) {
      const made = await makeSchool(box, code)
      schools[code] = made
      for (const role of staff) callers[`${code} ${role}`] = await signInAs(box, made, role, [role])
      await countSeats(box, made, kg1, 100)
    }
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const does = async (role: Role, id: string, change: Change, code = 'alnoor') => {
    const { student } = await fileOf(box, as('registrar', code), id)
    box.clock.advance(1)
    const done = await decide(box, as(role, code), commandOn({ id, revision: student.revision }, change))
    return 'refused' in done ? done.refused : done
  }
  const statusOf = async (id: string) => (await fileOf(box, as('registrar'), id)).student.status
  /** Takes a step, with the second word where one is needed. */
  const ends = async (role: Role, id: string, change: Change) => {
    const done = await does(role, id, change)
    if (typeof done === 'string') return done
    if (done.proposalId)
      await does(role === 'head' ? 'registrar' : 'head', id, { kind: 'approve', proposalId: done.proposalId })
    return statusOf(id)
  }
  const offered = async (more: Parameters<typeof parseOfferDraft>[0] = {}, code = 'alnoor') => {
    const at = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
    const made = await makeStudent(box, school(code), { status: 'shortlisted', nameLatin: 'Sara Haddad' })
    const { done, emails } = await offerTo(
      box,
      as('registrar', code),
      made,
      parseOfferDraft({ expiresOn: at, ...more }),
    )
    if (!('student' in done)) throw new Error(JSON.stringify(done))
    return { id: made.id, email: emails[0] ?? '' }
  }
  const accepted = async () => {
    const { id, email } = await offered()
    await answerBy(box, { school: 'alnoor' }, await linkOf(box, email), signs)
    return id
  }
  const booked = async () => {
    const id = await accepted()
    const { offers } = await fileOf(box, as('finance'), id)
    const receipt = { method: 'cash', receipt: crypto.randomUUID() } as const
    const paid = { kind: 'deposit', offerId: offers[0]?.id ?? '', amount: minor(100_000), ...receipt } as const
    await does('finance', id, paid)
    return id
  }
  const standing: Partial<Record<StudentStatus, () => Promise<string>>> = {
    new: async () => (await makeStudent(box, school())).id,
    shortlisted: async () => (await makeStudent(box, school(), { status: 'shortlisted' })).id,
    waiting: async () => (await makeStudent(box, school(), { status: 'waiting' })).id,
    'on-hold': async () => {
      const { id } = await offered()
      await does('registrar', id, hold)
      return id
    },
    'offer-out': async () => (await offered()).id,
    accepted,
    booked,
  }

  it.each(Object.keys(standing) as StudentStatus[])(
    'nobody is stuck: from %s a family gives up, which the desk writes down, and the registrar closes the file',
    async (status) => {
      const [one = '', other = ''] = [await standing[status]?.(), await standing[status]?.()]
      expect([await statusOf(one), await statusOf(other)]).toEqual([status, status])
      const outcome = status === 'offer-out' ? 'declined-by-family' : 'withdrawn-by-family'
      const givesUp = { kind: 'move', to: 'rejected', outcome, reason: 'moving' } as const
      expect(await does('finance', one, givesUp)).toBe('access.denied')
      expect(await ends('admission-officer', one, givesUp)).toBe('rejected')
      const closes = status === 'offer-out' ? ({ ...refusal, outcome: 'offer-rescinded' } as const) : refusal
      // Of a new file an officer's word is a proposal.
      const word = await does('admission-officer', other, closes)
      expect(typeof word === 'string' ? word : word.proposalId).toEqual(
        status === 'new' ? expect.stringMatching(/^[0-9a-f-]{36}$/) : 'access.denied',
      )
      expect(await statusOf(other)).toBe(status)
      expect(await ends('registrar', other, closes)).toBe('rejected')
      const closed = (await fileOf(box, as('registrar'), one)).student
      const refused = (await fileOf(box, as('registrar'), other)).student
      expect([closed.closedBy, refused.closedBy]).toEqual(['family', 'school'])
      // Never straight back into an offer.
      const { done } = await offerTo(box, as('registrar'), { id: other, revision: refused.revision })
      expect(done).toHaveProperty('refused')
    },
  )

  it('nobody is booked without a seat that is firm since a moment, and money that is there', async () => {
    const bare = { kind: 'move', to: 'booked' } as const
    const id = await accepted()
    for (const role of staff) expect(await does(role, id, bare)).toMatch(/^(access\.denied|student\.|offer\.)/)
    expect(await statusOf(id)).toBe('accepted')
    const paid = await booked()
    expect(await statusOf(paid)).toBe('booked')
    const rows = await box.db.owner.execute(
      sql`select h.state, h.firm_at is not null as dated, h.released_at is null as live
        from students s left join seat_holds h on h.school_id = s.school_id and h.student_id = s.id and h.released_at is null
        where s.status in ('booked', 'confirmed')`,
    )
    for (const row of rows.rows) expect(row).toEqual({ state: 'firm', dated: true, live: true })
    expect(rows.rows.length).toBeGreaterThan(0)
  })

  it('no state outside its list is stored, no matter who writes it', async () => {
    const { id } = await offered()
    await booked()
    const columns = [
      ['students', 'status'],
      ['students', 'held_from'],
      ['students', 'outcome'],
      ['students', 'closed_by'],
      ['student_changes', 'from_status'],
      ['student_changes', 'to_status'],
      ['student_changes', 'outcome'],
      ['offers', 'state'],
      ['seat_holds', 'state'],
    ] as const
    for (const [table, column] of columns)
      await expect(
        box.db.owner.execute(sql.raw(`update ${table} set ${column} = 'payment_process'`)),
        `${table}.${column}`,
      ).rejects.toThrow()
    await expect(
      box.db.owner.execute(sql.raw(`update seat_holds set state = 'firm', firm_at = null`)),
    ).rejects.toThrow()
    expect(await statusOf(id)).toBe('offer-out')
  })

  it('one email in two schools is two families, and every mail goes to its own and leads to its own school', async () => {
    const email = 'same@home.example'
    const [before, made] = [await mailRows(box), {} as Record<string, string>]
    for (const code of ['alnoor', 'manara']) {
      const applicant = await makeApplicant(box, school(code), {}, [{ email }])
      made[code] = applicant.student.id
      const to = { guardian: 'Hind', email, language: 'en' as const }
      await call(box.app, as('admission-officer', code), documentLink, { student_id: applicant.student.id, ...to })
      await does('registrar', applicant.student.id, refusal, code)
      await offered({ signers: [{ name: 'Hind', email, language: 'ar' }] }, code)
      const { body } = await call(box.app, as('registrar', code), studentRecord, {
        student_id: applicant.student.id,
      })
      expect(JSON.stringify(body)).not.toContain(made[code === 'alnoor' ? 'manara' : 'none'] ?? 'nobody')
      expect(studentRecord.reply.parse(body).siblings).toEqual([])
    }
    // Reminders, what cooled, and offers that run out: what no call causes.
    for (const days of [2, 6, 3, 4]) {
      box.clock.advance(days * dayMs + hourMs)
      for (const { schoolId } of Object.values(schools)) await runAdmissionClock(box.deps, schoolId)
    }
    const known = new Set(before.map(({ id }) => id))
    const sent = (await mailRows(box)).filter(({ id, recipient }) => !known.has(id) && recipient === email)
    const kinds = ['documents-link', 'offer-expired', 'offer-link', 'offer-reminder', 'school-message']
    for (const [code, { schoolId }] of Object.entries(schools)) {
      const theirs = sent.filter((mail) => mail.schoolId === schoolId)
      expect([...new Set(theirs.map(({ template }) => template))].toSorted(), code).toEqual(kinds)
      for (const mail of theirs) {
        const { text, html } = writtenMail(mail, { en: 'School', ar: 'مدرسة' })
        const hosts = `${text}\n${html}`.match(/https?:\/\/[^/\s"<\u2069]+/g) ?? []
        expect([...new Set(hosts)].filter((host) => host !== `https://${code}.example.school`)).toEqual([])
      }
    }
  })

  it('to nobody a mail is queued that is not one plain address, whatever was decided', async () => {
    const rows = await mailRows(box)
    expect(rows.length).toBeGreaterThan(10)
    for (const { recipient, template } of rows) expect(recipient, template).toMatch(/^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/)
  })

  it('what only staff say is not taken from a form, nor from what comes with it; and two children share one address', async () => {
    const form = testForm()
    form.purpose = 'admission'
    form.subject = { block: 'children', name: 'name', birthDate: 'dob' }
    await publish(box, school(), form, 'family')
    const visitor = await makeVisitor(box, school())
    const ours = {
      paid: true,
      company: 'x',
      status: 'confirmed',
      owner: 'me',
      owner_id: 'me',
      revision: 9,
      origin: 'desk',
    }
    const child = (name: string) => ({ name, dob: '2024-02-29', ...ours })
    const answers = { name: 'Hind', email: 'same@home.example', children: [child('Omar'), child('Noor')], ...ours }
    const op = visitor.op('admission.submit', { form: 'family', answers, ...ours })
    const { body } = await visitor.push([op])
    expect(pushOps.reply.parse(body).results[0]?.outcome).toBe('applied')
    const rows = (await box.db.owner.select().from(students)).filter(({ submissionId }) => submissionId === op.opId)
    expect(rows.map(({ nameLatin }) => nameLatin ?? '').toSorted()).toEqual(['Noor', 'Omar'])
    for (const row of rows)
      expect(row).toMatchObject({ status: 'new', ownerId: null, revision: 1, origin: 'form', outcome: null })
    const ids = new Set(rows.map(({ id }) => id))
    const history = (await box.db.owner.select().from(studentChanges)).filter(({ studentId }) => ids.has(studentId))
    expect(history.map(({ toStatus, mover }) => [toStatus, mover])).toEqual([
      ['new', 'family'],
      ['new', 'family'],
    ])
    // What is asked today is not what was asked then.
    const wider = structuredClone(form)
    const [name] = wider.pages[0]?.sections[0]?.parts ?? []
    if (name?.type === 'text') name.label = { en: 'Name of your lawyer', ar: 'اسم المحامي' }
    expect(await publish(box, school(), wider, 'family')).toBe(2)
    const seen = await call(box.app, as('registrar'), submissionDetail, { id: op.opId })
    const { definition, answers: kept } = submissionDetail.reply.parse(seen.body)
    expect(definition.pages[0]?.sections[0]?.parts[0]).toMatchObject({ key: 'name', label: { en: 'Name' } })
    expect(kept).toEqual({
      name: 'Hind',
      email: 'same@home.example',
      children: [
        { name: 'Omar', dob: '2024-02-29' },
        { name: 'Noor', dob: '2024-02-29' },
      ],
    })
  })
})
