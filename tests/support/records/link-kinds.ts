import { appointmentLink, openAppointment } from '#shared/admissions/appointment-booking.contract.ts'
import { offerData } from '#shared/admissions/offers/offer-page.contract.ts'
import { openConsent } from '#shared/consents/consent.contract.ts'
import { askConsent } from '#shared/consents/consent-request.contract.ts'
import { documentLink, openDocuments } from '#shared/documents/document-review.contract.ts'
import { askCriteria, readFormValues } from '#shared/forms/criteria.contract.ts'
import { keepDraft, openDraft } from '#shared/forms/draft.contract.ts'
import { forgetPassword, registerUser, resetPassword, verifyEmail } from '#shared/identity/account.contract.ts'
import { invitePerson } from '#shared/identity/staff.contract.ts'
import { dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import { confirmSubscription, endSubscription, subscribe } from '#shared/messaging/subscribe.contract.ts'
import { mailTo, newPassword, signUp } from '#tests/support/account-kit.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { makeUser, type TestSchool } from '#tests/support/factories.ts'
import { testAnswers } from '#tests/support/forms/test-form.ts'
import { type Box, type Caller, call, type Reply } from '#tests/support/server.ts'
import { mailedToken } from './consent-kit.ts'
import { offerTo, parseOfferDraft } from './offers-made.ts'
import { makeStudent } from './students-made.ts'

/** Where links are mailed from: a school with a published criteria form, consents, and seats to offer. */
export interface LinkSchool {
  box: Box
  school: TestSchool
  /** Staff who may ask for every link. */
  staff: Caller
  /** An address that nothing was mailed to yet. */
  email: string
}

/** A link that was mailed. */
interface MailedLink {
  token: string
  open(from: Caller, token: string): Promise<Reply>
}

/** One kind of link, as a family or a colleague gets and opens it. */
export interface TestLinkKind {
  name: string
  mail(at: LinkSchool): Promise<MailedLink>
  /** How long it works; undefined where it has no end. */
  lifeMs?: number
  /** It is used up by being opened. */
  isOnce?: boolean
  refusal?: string
  tooMany?: string
}

const account = { isOnce: true, refusal: 'auth.link-over', tooMany: 'auth.too-many-attempts' }
const from = ({ school }: LinkSchool): Caller => ({ school: school.code })
const tokenTo = async ({ box, email }: LinkSchool) => (await mailTo(box, email)).token
const tokensTo = async ({ box, email }: LinkSchool) =>
  (await mailTo(box, email)).links.flatMap((href) => /#token=([\w-]+)$/.exec(href)?.[1] ?? [])

async function askFor({ box, staff, email, school }: LinkSchool, to: typeof documentLink | typeof appointmentLink) {
  const { id } = await makeStudent(box, school, { nationality: 'IN', grade: '5' })
  const guardian = { guardian: 'Hind', email, language: 'en' }
  const kind = { appointmentKind: 'interview' }
  await call(box.app, staff, to, { student_id: id, ...guardian, ...(to === appointmentLink ? kind : {}) })
}

async function mailSubscriberLinks(at: LinkSchool): Promise<string[]> {
  const proof = await quickProof(at.box, at.school)
  await call(at.box.app, from(at), subscribe, { email: at.email, language: 'en', proof, trap: '' })
  return tokensTo(at)
}

/** Every kind of link that opens something by its token alone. */
export const linkKinds: readonly TestLinkKind[] = [
  {
    name: 'to confirm an account',
    ...account,
    lifeMs: dayMs,
    mail: async (at) => {
      await signUp(at.box, from(at), at.email)
      return { token: await tokenTo(at), open: (by, token) => call(at.box.app, by, verifyEmail, { token }) }
    },
  },
  {
    name: 'to a new password',
    ...account,
    lifeMs: hourMs,
    mail: async (at) => {
      const [userName = ''] = at.email.split('@')
      await makeUser(at.box, at.school, userName, ['family'])
      await call(at.box.app, from(at), forgetPassword, { email: userName, language: 'en' })
      return { token: await tokenTo({ ...at, email: `${userName}@school.example` }), open: resetIn(at.box) }
    },
  },
  {
    name: 'of an invitation',
    ...account,
    lifeMs: 4 * dayMs,
    mail: async (at) => {
      const names = { en: 'Hind', ar: '' }
      await call(at.box.app, at.staff, invitePerson, { names, email: at.email, roles: ['registrar'], language: 'en' })
      return { token: await tokenTo(at), open: resetIn(at.box) }
    },
  },
  {
    name: 'to a second account of an address',
    ...account,
    lifeMs: dayMs,
    mail: async (at) => {
      await signUp(at.box, from(at), at.email)
      await call(at.box.app, from(at), verifyEmail, { token: await tokenTo(at) })
      await signUp(at.box, from(at), at.email)
      const joining = { name: 'Sami', userName: `second.${at.email.split('@')[0]}`, password: newPassword }
      const open = (by: Caller, token: string) => call(at.box.app, by, registerUser, { token, ...joining })
      return { token: await tokenTo(at), open }
    },
  },
  {
    name: 'to a draft',
    refusal: 'form.link-over',
    lifeMs: 30 * dayMs,
    mail: async (at) => {
      const id = crypto.randomUUID()
      const startedAt = toInstant(at.box.clock.nowMs())
      const draft = { id, slug: 'enquiry', version: 1, language: 'en', startedAt, answers: testAnswers }
      await call(at.box.app, from(at), keepDraft, { ...draft, email: at.email })
      return { token: await tokenTo(at), open: (by, token) => call(at.box.app, by, openDraft, { id, token }) }
    },
  },
  {
    name: 'to a criteria form',
    lifeMs: 30 * dayMs,
    mail: async (at) => {
      const asked = { submissionId: null, code: 'criteria-test', subject: 'Sara', email: at.email, language: 'en' }
      await call(at.box.app, at.staff, askCriteria, asked)
      const open = (by: Caller, token: string) =>
        call(at.box.app, by, readFormValues, { token, sims_criteria_code: 'criteria-test' })
      return { token: await tokenTo(at), open }
    },
  },
  {
    name: 'to consent by',
    lifeMs: 60 * dayMs,
    mail: async (at) => {
      const { email } = at
      const asked = { submissionId: null, subject: 'Sara', guardian: 'Hind', email, language: 'en' }
      await call(at.box.app, at.staff, askConsent, { ...asked, purposes: ['photos'] })
      const senderId = crypto.randomUUID()
      const open = (by: Caller, token: string) => call(at.box.app, by, openConsent, { token, senderId, language: 'en' })
      return { token: await mailedToken(at.box, email), open }
    },
  },
  {
    name: 'to send documents by',
    lifeMs: 60 * dayMs,
    mail: async (at) => {
      await askFor(at, documentLink)
      return { token: await tokenTo(at), open: (by, token) => call(at.box.app, by, openDocuments, { token }) }
    },
  },
  {
    name: 'to book an appointment by',
    lifeMs: 60 * dayMs,
    mail: async (at) => {
      await askFor(at, appointmentLink)
      return { token: await tokenTo(at), open: (by, token) => call(at.box.app, by, openAppointment, { token }) }
    },
  },
  {
    name: 'to an offer',
    mail: async (at) => {
      const { box, staff, school, email } = at
      const student = await makeStudent(box, school, { status: 'shortlisted', nameLatin: 'Sara Haddad' })
      const expiresOn = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
      const { signers } = parseOfferDraft()
      await offerTo(
        box,
        staff,
        student,
        parseOfferDraft({ expiresOn, signers: signers.map((each) => ({ ...each, email })) }),
      )
      const open = (by: Caller, offerLetterToken: string) => call(box.app, by, offerData, { offerLetterToken })
      return { token: await tokenTo(at), open }
    },
  },
  {
    name: 'to confirm a subscription',
    isOnce: true,
    lifeMs: 2 * dayMs,
    mail: async (at) => {
      const [token = ''] = await mailSubscriberLinks(at)
      return { token, open: (by, given) => call(at.box.app, by, confirmSubscription, { token: given }) }
    },
  },
  {
    name: 'to end a subscription',
    isOnce: true,
    mail: async (at) => {
      const [, token = ''] = await mailSubscriberLinks(at)
      return { token, open: (by, given) => call(at.box.app, by, endSubscription, { token: given }) }
    },
  },
]

const resetIn = (box: Box) => (by: Caller, token: string) =>
  call(box.app, by, resetPassword, { token, password: newPassword, language: 'en' })
