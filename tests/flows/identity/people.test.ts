import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideOnPeople, KnownPerson, submissionPeople, undoDecision } from '#shared/forms/people/person.contract.ts'
import { SubmissionRow, submissionList } from '#shared/forms/submission.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

interface Child {
  name: string
  dob?: string
}

describe.each(engines)('who is known already, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? {}

  const signIn = async (school: TestSchool, userName: string, roles: Role[]) => {
    await makeUser(box, school, userName, roles)
    const { body } = await call(box.app, { school: school.code }, login, { userName, password })
    callers[userName] = { school: school.code, token: SignedIn.parse(body).token }
  }
  /** Hands an enquiry in from a browser of its own. */
  const enquire = async (children: Child[], writer = 'Hind Al Mana', more: object = {}, school = alnoor) => {
    const visitor = await makeVisitor(box, school)
    const op = visitor.op('enquiry.submit', { form: 'enquiry', answers: { name: writer, children, ...more } })
    await visitor.push([op])
    return op.opId
  }
  const peopleOf = async (submissionId: string, who = 'officer') => {
    const { body } = await call(box.app, as(who), submissionPeople, { submissionId })
    return KnownPerson.array().parse(body.people)
  }
  const only = async (submissionId: string) => {
    const [known] = await peopleOf(submissionId)
    if (!known) throw new Error('the submission is about nobody')
    return known
  }
  const decide = (decision: 'same' | 'apart', personId: string, otherId: string, who = 'officer') =>
    call(box.app, as(who), decideOnPeople, { decision, personId, otherId })
  const names = (list: readonly { person: { names: string[] } }[]) => list.map(({ person }) => person.names[0])

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const manara = await makeSchool(box, 'manara')
    const form = testForm()
    form.contact.phone = 'phone'
    form.subject = { block: 'children', name: 'name', birthDate: 'dob' }
    form.pages[0]?.sections[0]?.parts.push({ type: 'phone', key: 'phone', label: { en: 'Phone', ar: 'الهاتف' } })
    await publish(box, alnoor, form)
    await publish(box, manara, form)
    await signIn(alnoor, 'officer', ['admission-officer'])
    await signIn(alnoor, 'head', ['head'])
    await signIn(alnoor, 'supervisor', ['supervisor'])
    await signIn(manara, 'stranger', ['admin'])
    await enquire([{ name: 'Mohammed Ahmed Al-Kuwari', dob: '2019-03-04' }], 'Ahmed', {}, manara)
  })
  afterAll(() => box.close())

  it('is told across scripts and spellings, with the reason, in the list and in the file; nobody of another school is', async () => {
    const first = await enquire([{ name: 'Mohammed Ahmed Al-Kuwari', dob: '2019-03-04' }])
    expect((await only(first)).hints).toEqual([])
    const second = await enquire([{ name: 'محمد احمد الكواري', dob: '2019-04-03' }, { name: 'Jassim Al-Emadi' }])
    const [child, other] = await peopleOf(second)
    expect(child?.hints).toMatchObject([{ person: { names: ['Mohammed Ahmed Al-Kuwari'], submission: { id: first } } }])
    expect(child?.hints[0]?.reasons).toContainEqual({ clue: 'name', how: 'script' })
    expect(child?.hints[0]?.reasons).toContainEqual({ clue: 'birth-date', how: 'day-and-month' })
    expect(other?.hints).toEqual([])
    const { body } = await call(box.app, as('officer'), submissionList, {})
    const rows = SubmissionRow.array().parse(body.submissions)
    expect(new Set(rows.filter(({ mayBeKnown }) => mayBeKnown).map(({ id }) => id))).toEqual(new Set([first, second]))
  })

  it('is not told of brothers and sisters under one phone, nor of two families who share a name alone', async () => {
    const family = { phone: '+974 5512 3456', email: 'home@example.qa' }
    await enquire([{ name: 'Sara Adel', dob: '2019-03-04' }], 'Hind', family)
    const brother = await enquire([{ name: 'Omar Adel', dob: '2019-03-04' }], 'Hind', family)
    expect((await only(brother)).hints).toEqual([])
    const again = await enquire([{ name: 'سارة عادل', dob: '2019-03-04' }], 'Hind', { phone: '٥٥١٢٣٤٥٦' })
    const hint = (await only(again)).hints[0]
    expect(hint?.person.names).toEqual(['Sara Adel'])
    expect(hint?.reasons).toContainEqual({ clue: 'phone', how: 'same' })
  })

  it('is one after a merge, three deep, and each as before when it is undone', async () => {
    const born = { dob: '2018-09-09' }
    const a = await only(await enquire([{ name: 'Layla Khalid Al-Sabah', ...born }]))
    const b = await only(await enquire([{ name: 'Laila Khaled Alsabah', ...born }]))
    const c = await only(await enquire([{ name: 'ليلى خالد الصباح', ...born }]))
    const ab = (await decide('same', a.person.id, b.person.id)).body.decisionId
    expect((await decide('same', b.person.id, a.person.id)).body.decisionId).toBe(ab)
    const bc = (await decide('same', a.person.id, c.person.id)).body.decisionId
    expect(bc).not.toBe(ab)
    for (const each of [a, b, c]) {
      const now = await only(each.person.submission.id)
      expect(now.hints).toEqual([])
      expect(new Set(names(now.same))).toEqual(
        new Set([a, b, c].filter((other) => other !== each).map(({ person }) => person.names[0])),
      )
    }
    expect((await decide('apart', b.person.id, c.person.id)).body).toMatchObject({ messageId: 'person.decided' })
    expect((await call(box.app, as('officer'), undoDecision, { decisionId: bc })).status).toBe(200)
    expect((await call(box.app, as('officer'), undoDecision, { decisionId: bc })).status).toBe(200)
    expect(names((await only(a.person.submission.id)).same)).toEqual(['Laila Khaled Alsabah'])
    // Of the two that are one, one speaks for both.
    expect((await only(c.person.submission.id)).hints).toHaveLength(1)
  })

  it('is not asked again about two whom somebody told apart, until that is undone', async () => {
    const born = { dob: '2017-01-01' }
    const one = await only(await enquire([{ name: 'Fahad Saleh Al-Marri', ...born }]))
    const other = await only(await enquire([{ name: 'Fahd Salih Almarri', ...born }]))
    expect(other.hints).toHaveLength(1)
    const { decisionId } = (await decide('apart', one.person.id, other.person.id)).body
    const now = await only(other.person.submission.id)
    expect([now.hints.length, names(now.apart)]).toEqual([0, ['Fahad Saleh Al-Marri']])
    expect((await decide('same', one.person.id, other.person.id)).body).toMatchObject({ messageId: 'person.decided' })
    await call(box.app, as('officer'), undoDecision, { decisionId })
    expect((await only(other.person.submission.id)).hints).toHaveLength(1)
  })

  it('makes no circle, no matter who merges at once', async () => {
    const born = { dob: '2016-06-06' }
    const ids: string[] = []
    for (const name of ['Noor Hamad Al-Thani', 'Nour Hamad Althani', 'نور حمد آل ثاني']) {
      ids.push((await only(await enquire([{ name, ...born }]))).person.id)
    }
    const [a = '', b = '', c = ''] = ids
    const replies = await Promise.all([decide('same', a, b), decide('same', b, c), decide('same', c, a)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    // The third found all three to be one already.
    expect(new Set(replies.map(({ body }) => body.decisionId)).size).toBe(2)
  })

  it('is nothing to other roles, schools or strangers', async () => {
    const one = await only(await enquire([{ name: 'Reem Nasser Al-Ali', dob: '2018-02-02' }]))
    const other = await only(await enquire([{ name: 'ريم ناصر العلي', dob: '2018-02-02' }]))
    const [id, otherId] = [one.person.id, other.person.id]
    expect((await decide('same', id, otherId, 'head')).body).toMatchObject({ messageId: 'access.denied' })
    expect((await decide('same', id, otherId, 'stranger')).status).toBe(404)
    const { submission } = one.person
    const seen = (caller: Caller) => call(box.app, caller, submissionPeople, { submissionId: submission.id })
    expect((await seen(as('supervisor'))).body).toMatchObject({ messageId: 'access.denied' })
    expect((await seen(as('stranger'))).status).toBe(404)
    expect((await seen({ school: 'alnoor' })).status).toBe(401)
    const { decisionId } = (await decide('same', id, otherId)).body
    expect((await call(box.app, as('stranger'), undoDecision, { decisionId })).status).toBe(404)
    expect((await only(submission.id)).same).toHaveLength(1)
  })
})
