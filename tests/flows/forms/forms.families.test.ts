import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KnownPerson, submissionPeople } from '#shared/forms/people/person.contract.ts'
import { SubmissionRow, submissionList } from '#shared/forms/submission.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('families on %s', (engine) => {
  let box: Box
  const school: Record<string, TestSchool> = {}
  const staff: Record<string, Caller> = {}
  const email = 'shared@home.example'

  /** A family in a browser of its own. */
  const handIn = async (code: string, writer: string, children: object[], more: object = {}) => {
    const at = school[code]
    if (!at) throw new Error(`no school ${code}`)
    const visitor = await makeVisitor(box, at)
    const op = visitor.op('enquiry.submit', { form: 'enquiry', answers: { name: writer, email, children, ...more } })
    await visitor.push([op])
    return { visitor, id: op.opId }
  }
  const listed = async (code: string) =>
    SubmissionRow.array().parse((await call(box.app, staff[code] ?? {}, submissionList, {})).body.submissions)
  const peopleOf = async (submissionId: string) =>
    KnownPerson.array().parse(
      (await call(box.app, staff['alnoor'] ?? {}, submissionPeople, { submissionId })).body.people,
    )

  beforeAll(async () => {
    box = await openBox(engine)
    const form = testForm()
    form.subject = { block: 'children', name: 'name', birthDate: 'dob' }
    for (const code of ['alnoor', 'manara']) {
      const made = await makeSchool(box, code)
      school[code] = made
      await publish(box, made, form)
      await makeUser(box, made, 'officer', ['admission-officer'])
      const { body } = await call(box.app, { school: code }, login, { userName: 'officer', password })
      staff[code] = { school: code, token: SignedIn.parse(body).token }
    }
  })
  afterAll(() => box.close())

  it('that share an email, in one school or two, are received each by itself and see nothing of each other', async () => {
    const one = await handIn('alnoor', 'Hind Al Mana', [{ name: 'Sara', dob: '2020-01-01' }])
    const other = await handIn('alnoor', 'Maryam Al Ali', [{ name: 'Yousef', dob: '2019-01-01' }])
    const elsewhere = await handIn('manara', 'Hind Al Mana', [{ name: 'Sara', dob: '2020-01-01' }])
    const rows = await listed('alnoor')
    expect(rows.map(({ contact, subjects }) => `${contact}: ${subjects.join()}`).toSorted()).toEqual([
      'Hind Al Mana: Sara',
      'Maryam Al Ali: Yousef',
    ])
    expect((await listed('manara')).map(({ id }) => id)).toEqual([elsewhere.id])
    const mails = (await mailRows(box)).filter(({ recipient }) => recipient === email)
    expect(mails).toHaveLength(3)
    expect(new Set(mails.map(({ params }) => params['reference'])).size).toBe(3)
    expect(await one.visitor.states(one.id, other.id, elsewhere.id)).toMatchObject([{ submissionId: one.id }])
    // One address is no reason to take two children for one.
    expect((await peopleOf(other.id)).flatMap(({ hints }) => hints)).toEqual([])
  })

  it('with several children name them in one form, each a person, and none a duplicate of the other', async () => {
    const { id } = await handIn('alnoor', 'Aisha Al Emadi', [
      { name: 'Noora Al Emadi', dob: '2018-05-05' },
      { name: 'Jassim Al Emadi', dob: '2018-05-05' },
    ])
    const people = await peopleOf(id)
    expect(people.map(({ person, hints }) => [person.names[0], hints.length])).toEqual([
      ['Noora Al Emadi', 0],
      ['Jassim Al Emadi', 0],
    ])
  })

  it('with two guardians who ask apart are told to staff as one child, and to neither of the two', async () => {
    const child = { name: 'Layla Hamad Al Thani', dob: '2017-07-07' }
    const mother = await handIn('alnoor', 'Mother', [child], { email: 'mother@home.example' })
    const father = await handIn('alnoor', 'Father', [child], { email: 'father@home.example' })
    const [known] = await peopleOf(father.id)
    expect(known?.hints).toMatchObject([{ person: { submission: { id: mother.id } } }])
    expect(await father.visitor.states(father.id, mother.id)).toHaveLength(1)
  })
})
