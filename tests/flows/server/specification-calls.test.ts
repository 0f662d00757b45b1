import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { latestMail } from '#tests/support/account-kit.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, openBox, send } from '#tests/support/server.ts'
import { anyInput, theirId } from '../identity/authority-input.ts'
import { enter, fill } from '../identity/authority-school.ts'

/**
 * The calls of the specification's section 7, each with the payload it names and, where it names none, with the least that the call
 * can work with: nothing that only our own client would think of.
 */
interface SpecifiedCall {
  name: string
  query?: Record<string, string>
  payload?: Record<string, unknown>
  /** What comes of it here, where a link or a code is made up. */
  messageId?: string
}

const email = 'new.parent@home.example'
const command = (no: number) => ({ commandId: `0190a5a5-0000-7000-8000-00000000b00${no}`, revision: 0 })

const openCalls: readonly SpecifiedCall[] = [
  { name: 'post /auth/login', payload: { userName: 'mona', password } },
  { name: 'post /auth/register', payload: { name: 'Hind', email, password: 'a long password of hers' } },
  { name: 'post /auth/forget-password', payload: { email } },
  {
    name: 'post /auth/reset-password',
    payload: { token: 'none', password: 'a long password of hers' },
    messageId: 'auth.link-over',
  },
  { name: 'post /auth/resend-verify-email', payload: { email } },
  { name: 'post /auth/verify-email', payload: { token: 'none' }, messageId: 'auth.link-over' },
  { name: 'post /auth/login-pos', payload: { userName: 'mona', password } },
  { name: 'post /auth/auth-otp', payload: { email } },
  { name: 'post /auth/resend-auth-otp', payload: { email } },
  { name: 'post /auth/verify-auth-otp', payload: { ticket: 'none', code: '123456' }, messageId: 'auth.code-over' },
  {
    name: 'post /auth/register_user',
    payload: { token: 'none', name: 'Hind', password: 'a long password of hers' },
    messageId: 'auth.link-over',
  },
  { name: 'get /auth/validate-schoolid' },
  { name: 'get /public/criteria' },
  { name: 'get /public/form_values', query: { token: 'none', sims_criteria_code: 'criteria' }, messageId: 'link.over' },
  {
    name: 'post /public/form_values',
    query: { token: 'none', sims_criteria_code: 'criteria' },
    payload: { values: {}, formData: {} },
    messageId: 'link.over',
  },
  { name: 'post /public/consent_pdf', payload: { token: 'none' }, messageId: 'link.over' },
  { name: 'get /public/student_data', query: { offerLetterToken: 'none' }, messageId: 'link.over' },
  {
    name: 'post /public/offer_letter',
    query: { offerLetterToken: 'none' },
    payload: { commandId: theirId, offerId: theirId, answer: { kind: 'more-time' } },
    messageId: 'link.over',
  },
  {
    name: 'post /public/offer_letter_pdf',
    query: { offerLetterToken: 'none' },
    payload: { admission_number: '2030-1' },
    messageId: 'link.over',
  },
  { name: 'get /public/info' },
  { name: 'get /public/school_details' },
  { name: 'get /common/schools' },
]

const staffCalls: readonly SpecifiedCall[] = [
  { name: 'post /student/student_list' },
  {
    name: 'patch /student/student_update',
    query: { student_id: theirId },
    payload: { ...command(1), revision: 1, decidedAt: anyInput.decidedAt, change: { kind: 'move', to: 'shortlisted' } },
  },
  { name: 'post /student/student_profile', payload: { student_id: theirId, ...command(2) } },
  {
    name: 'delete /student/student_profile',
    payload: { student_id: theirId, ...command(3) },
    messageId: 'student.changed',
  },
  { name: 'post /student/student_data', query: { student_id: theirId } },
  { name: 'get /student/report_name', query: { student_id: theirId } },
  { name: 'post /student/registration_data', payload: { enroll_number: '2030-1' }, messageId: 'request.not-found' },
  { name: 'post /access/check', payload: { path: '/dashboard' } },
]

describe('the calls of the specification with its own payloads', () => {
  let box: Box
  let school: TestSchool
  beforeAll(async () => {
    // Development has the call that collects missing words as well.
    box = await openBox('pglite', { mode: 'development' })
    school = await makeSchool(box, 'alnoor')
    await fill(box, school)
    await makeUser(box, school, 'mona', ['supervisor'])
  })
  afterAll(() => box.close())

  const ask = ({ name, query = {}, payload }: SpecifiedCall, caller: Caller) => {
    const [method = '', path = ''] = name.split(' ')
    const search = new URLSearchParams(query).toString()
    return send(box.app, caller, method, `${apiPrefix}${path}${search && `?${search}`}`, payload)
  }

  it.each(openCalls)('$name is taken from anybody', async (each) => {
    const { status, body } = await ask(each, { school: 'alnoor' })
    expect({ status, messageId: body.messageId ?? '' }).toEqual(
      each.messageId ? { status: expect.any(Number), messageId: each.messageId } : { status: 200, messageId: '' },
    )
  })

  it.each(staffCalls)('$name is taken from a person of the school', async (each) => {
    const { status, body } = await ask(each, await enter(box, school, ['admin'], 'staff'))
    expect({ status, messageId: body.messageId ?? '' }).toEqual(
      each.messageId ? { status: expect.any(Number), messageId: each.messageId } : { status: 200, messageId: '' },
    )
  })

  it('post /public/subscribe needs an address and the proof of the captcha, and no more', async () => {
    const proof = await quickProof(box, school)
    const subscribed = { name: 'post /public/subscribe', payload: { email: 'reader@home.example', proof } }
    expect((await ask(subscribed, { school: 'alnoor' })).status).toBe(200)
    // A call that names no language is answered in the school's own.
    expect(await latestMail(box, 'reader@home.example')).toMatchObject({ language: 'en' })
  })

  it('post /auth/sign-out ends the session of the bearer token, without a body', async () => {
    const person = await enter(box, school, ['finance'], 'staff')
    expect((await ask({ name: 'post /auth/sign-out' }, person)).status).toBe(200)
    const after = await ask({ name: 'post /access/check', payload: { path: '/dashboard' } }, person)
    expect(after.body.messageId).toBe('auth.session-expired')
  })

  it('post /locales/add/{lng}/{ns} takes what is missing', async () => {
    const reply = await send(box.app, { school: 'alnoor' }, 'post', '/locales/add/en/common', { signOut: 'Sign out' })
    expect(reply.status).toBe(200)
  })
})
