import { publishWording } from '#server/features/consents/wording.service.ts'
import { ConsentPage, openConsent } from '#shared/consents/consent.contract.ts'
import { askConsent, ConsentRequest, consentRequests } from '#shared/consents/consent-request.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { mailTo } from '#tests/support/account-kit.ts'
import { makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import type { TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, type Caller, call, type Reply } from '#tests/support/server.ts'

/** Signs somebody in with these roles. */
export async function signInAs(box: Box, school: TestSchool, userName: string, roles: Role[]): Promise<Caller> {
  await makeUser(box, school, userName, roles)
  const { body } = await call(box.app, { school: school.code }, login, { userName, password })
  return { school: school.code, token: SignedIn.parse(body).token }
}

const both = (text: string) => ({ en: text, ar: `${text} بالعربية` })

/** Photos and trips are asked about; faces are not, though there is a wording. */
export const publishConsents = (box: Box, { schoolId }: TestSchool) =>
  box.db.database.tenant(schoolId, async (tx) => {
    for (const purpose of ['photos', 'trips', 'faces']) {
      const texts = { title: both(purpose), wording: both(`We may: ${purpose}`), otherwise: both('Nothing changes') }
      await publishWording(
        tx,
        schoolId,
        { purpose, isOffered: purpose !== 'faces', ...texts },
        toInstant(box.clock.nowMs()),
      )
    }
  })

let guardians = 0

/** Asks a guardian of their own, and reads the token in the mail. */
export async function askGuardian(box: Box, staff: Caller, more: object = {}) {
  guardians += 1
  box.clock.advance(1)
  const email = `guardian${guardians}@home.example`
  const asked = { submissionId: null, subject: 'Sara', guardian: 'Hind', email, language: 'ar' as const }
  const { body } = await call(box.app, staff, askConsent, { ...asked, purposes: ['photos', 'trips'], ...more })
  const request = ConsentRequest.parse(body.request)
  box.clock.advance(1)
  return { request, token: await mailedToken(box, email), email }
}

/** The token of the latest link to decide by. */
export async function mailedToken(box: Box, email: string): Promise<string> {
  const { links } = await mailTo(box, email)
  return links.flatMap((href) => /\/consent\/([\w-]+)\?lng=/.exec(href)?.[1] ?? [])[0] ?? ''
}

/** Opens the link in the visitor's browser. */
export const openBy = (box: Box, visitor: TestVisitor, token: string, from: Caller = {}): Promise<Reply> =>
  call(box.app, { school: visitor.school.code, ...from }, openConsent, {
    token,
    senderId: visitor.keys.deviceId,
    language: 'ar',
  })

export const pageOf = (reply: Reply): ConsentPage => ConsentPage.parse(reply.body.consent)

/** What staff see of the requests about a submission. */
export async function seenBy(box: Box, staff: Caller, submissionId: string): Promise<ConsentRequest[]> {
  const { body } = await call(box.app, staff, consentRequests, { submissionId })
  return ConsentRequest.array().parse(body.requests)
}

/** The body of a decision: yes or no to each purpose, signed by name. */
export const decision = (box: Box, requestId: string, answers: Record<string, boolean>, more: object = {}) => ({
  requestId,
  language: 'ar',
  answers: Object.entries(answers).map(([purpose, agrees]) => ({ purpose, version: 1, agrees })),
  signature: { kind: 'typed', name: 'Hind Al Mana' },
  decidedAt: toInstant(box.clock.nowMs()),
  ...more,
})
