import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { writtenMail } from '#server/features/mail/written-mail.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { myChildren } from '#shared/students/my-children.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeApplicant, toldBy } from '#tests/support/records/messages-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
  step,
} from '#tests/support/records/offers-made.ts'
import { fileOf, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const gone = { kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'moving' } as const

describe.each(engines)('the accounts of a family whose child joins on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let manara: TestSchool
  let registrar: Caller
  let finance: Caller
  let auditor: Caller

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    manara = await makeSchool(box, 'manara')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    finance = await signInAs(box, alnoor, 'finance', ['finance'])
    auditor = await signInAs(box, alnoor, 'auditor', ['auditor'])
    await staySignedIn(box)
    await countSeats(box, alnoor, kg1, 100)
    const { types } = documentTypes.reply.parse((await call(box.app, registrar, documentTypes)).body)
    const asksForNothing = types.map((type) => ({ ...type, asked: [] }))
    const asked = { seen: 0, types: asksForNothing, commandId: OpId.parse(crypto.randomUUID()) }
    expect((await call(box.app, registrar, setDocumentTypes, asked)).status).toBe(200)
  })
  afterAll(() => box.close())

  const does = async (id: string, change: Parameters<typeof step>[3], by = registrar) => {
    box.clock.advance(1)
    const { revision } = (await fileOf(box, registrar, id)).student
    const done = await step(box, by, { id, revision }, change)
    return 'student' in done ? (done.proposalId ?? done.student.status) : done.refused
  }
  /** A child whose seat is booked, and whose guardian has this address. */
  const books = async (email: string) => {
    const guardians = [{ name: 'Hind Al Mana', email }]
    const { student } = await makeApplicant(box, alnoor, { status: 'shortlisted', nameArabic: 'سارة' }, guardians)
    box.clock.advance(1)
    const { emails } = await offerTo(box, registrar, student, parseOfferDraft())
    await answerBy(box, { school: 'alnoor' }, await linkOf(box, emails[0] ?? ''), signs)
    const offerId = (await fileOf(box, registrar, student.id)).offers[0]?.id ?? ''
    const paid = { offerId, amount: minor(100_000), method: 'cash', receipt: student.id } as const
    expect(await does(student.id, { kind: 'deposit', ...paid }, finance)).toBe('booked')
    return student.id
  }
  const confirm = async (id: string) => expect(await does(id, { kind: 'move', to: 'confirmed' })).toBe('confirmed')
  const leaves = async (id: string) => {
    const proposalId = await does(id, gone)
    expect(await does(id, { kind: 'approve', proposalId }, finance)).toBe('rejected')
  }
  const person = async (name: string, roles: Role[], school = alnoor) => {
    const { userId, ...caller } = await signInAs(box, school, name, roles)
    const email = `${name}@home.example`
    await box.db.owner.update(users).set({ email }).where(eq(users.id, userId))
    return { userId, caller, email }
  }
  const sees = async (caller: Caller) => {
    const { status, body } = await call(box.app, caller, myChildren)
    return status === 200 ? myChildren.reply.parse(body).children : String(body['messageId'])
  }
  const rolesOf = async (userId: string) => {
    const [row] = await box.db.owner
      .select({ roles: users.roles })
      .from(users)
      .where(eq(users.id, userId as never))
    return row?.roles
  }
  const acts = async (about: string, what: string) =>
    (
      await box.db.owner
        .select()
        .from(auditEvents)
        .where(and(eq(auditEvents.recordId, about), eq(auditEvents.what, what as never)))
    ).length

  it('see the child from the confirmation on and until the place is given up; nobody else’s does', async () => {
    const [hind, other] = [await person('hind', ['family']), await person('other', ['family'])]
    const id = await books('HIND@home.example ')
    expect(await sees(hind.caller)).toEqual([])
    await confirm(id)
    const number = (await fileOf(box, registrar, id)).account?.admissionNo
    expect(await sees(hind.caller)).toEqual([
      {
        nameLatin: 'Sara',
        nameArabic: 'سارة',
        grade: 'KG1',
        entryYear: 2030,
        number,
        startOn: '2030-09-01',
        promised: [],
      },
    ])
    expect([await sees(other.caller), await sees(registrar)]).toEqual([[], 'access.denied'])
    // The same address at another school is another family.
    const abroad = await person('hind', ['family'], manara)
    expect(await sees(abroad.caller)).toEqual([])
    await leaves(id)
    expect([await sees(hind.caller), await rolesOf(hind.userId)]).toEqual([[], ['family']])
    expect([await acts(id, 'family-access-given'), await acts(id, 'family-access-taken')]).toEqual([1, 1])
  })

  it('of colleagues become a family’s too, until the last child has left', async () => {
    const { caller, email, userId } = await person('teacher', ['auditor'])
    const [one, two] = [await books(email), await books(email)]
    await confirm(one)
    await confirm(two)
    expect([await rolesOf(userId), ((await sees(caller)) as unknown[]).length]).toEqual([['auditor', 'family'], 2])
    await leaves(one)
    expect(await rolesOf(userId)).toEqual(['auditor', 'family'])
    await leaves(two)
    expect([await rolesOf(userId), await sees(caller)]).toEqual([['auditor'], 'access.denied'])
  })

  it('are given and taken in the file by who keeps the record, for addresses that it names', async () => {
    const { caller, email } = await person('amal', ['family'])
    const id = await books(email)
    await confirm(id)
    const said = { email, name: 'Hind Al Mana', hasAccount: true }
    expect((await fileOf(box, registrar, id)).family).toEqual([{ ...said, isGiven: true }])
    expect((await fileOf(box, auditor, id)).family).toBeNull()
    const take = { kind: 'family-access', email, isGiven: false } as const
    expect(await does(id, take, finance)).toBe('access.denied')
    expect(await does(id, { ...take, email: 'stranger@home.example', isGiven: true })).toBe('request.not-found')
    expect(await does(id, take)).toBe('confirmed')
    expect([await sees(caller), (await fileOf(box, registrar, id)).family]).toEqual([[], [{ ...said, isGiven: false }]])
    expect(await does(id, { ...take, isGiven: true })).toBe('confirmed')
    expect(await sees(caller)).toHaveLength(1)
    expect(await acts(id, 'family-access-taken')).toBe(1)
  })

  it('that are not there yet are asked for once, in the message about the place, and see the child when they are', async () => {
    const email = 'nobody-yet@home.example'
    const id = await books(email)
    await confirm(id)
    expect((await fileOf(box, registrar, id)).family).toMatchObject([{ hasAccount: false, isGiven: true }])
    box.clock.advance(1)
    await runAdmissionClock(box.deps, alnoor.schoolId)
    const told = await toldBy(box, email)
    const texts = told.map((mail) => writtenMail(mail, { en: 'Al Noor', ar: 'النور' }).text)
    expect(texts).toEqual([expect.stringContaining('https://alnoor.example.school/sign-up?lng=en')])
    const late = await person('nobody-yet', ['family'])
    expect(await sees(late.caller)).toHaveLength(1)
    const sister = await books(email)
    await confirm(sister)
    box.clock.advance(1)
    await runAdmissionClock(box.deps, alnoor.schoolId)
    const [latest] = await toldBy(box, email)
    expect(latest && writtenMail(latest, { en: 'Al Noor', ar: 'النور' }).text).not.toContain('/sign-up')
  })
})
