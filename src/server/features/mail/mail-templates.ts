/** `subject` is the child, `day` the last day to reply, written out. */
type OfferParams = { subject: string; day: string; path: string }

type AppointmentParams = { subject: string; what: string; when: string; place: string; path: string }

/** Parameters of each kind of email. Every `…Path` is an address on the school's own host, from its `/` on. */
export interface TemplateParams {
  'verify-account': { code: string; minutes: string; path: string; hours: string }
  'confirm-first': { path: string; hours: string }
  'address-known': { signInPath: string; resetPath: string; path: string; hours: string }
  'no-account': { path: string }
  'reset-password': { userName: string; path: string; hours: string }
  'password-changed': { userName: string; path: string }
  'second-factor-set': { userName: string; path: string }
  'second-factor-off': { userName: string; path: string }
  /** Removed by an administrator. */
  'second-factor-reset': { userName: string; path: string }
  /** `host`: the other school's. */
  'school-linked': { host: string; path: string }
  /** `host`: of the program that did not answer. */
  'webhook-stopped': { host: string; path: string }
  invited: { userName: string; path: string; hours: string }
  'sign-in-code': { userName: string; code: string; minutes: string }
  /** `form` is its title and `next` the next step, both in the family's language; `reference` is readable aloud. */
  'form-received': { form: string; reference: string; next: string; path: string }
  /** The same of an application for work: of a person who applies, and no family. */
  'work-received': { form: string; reference: string; next: string; path: string }
  /** `form`: its title in the family's language. */
  'continue-form': { form: string; path: string }
  'consent-link': { subject: string; guardian: string; path: string; days: string }
  'subscribe-confirm': { path: string; hours: string; endPath: string }
  'subscribe-known': { path: string }
  'subscribe-welcome': { path: string }
  'criteria-link': { subject: string; form: string; path: string; days: string }
  'documents-link': { subject: string; guardian: string; path: string; days: string }
  /** `by`: the guardian who invites. */
  'family-invited': { subject: string; guardian: string; by: string; path: string }
  /** `payer` is a first name or a company's name. */
  'fees-link': { payer: string; path: string; days: string }
  'appointment-link': { subject: string; guardian: string; what: string; path: string; days: string }
  /** `what` is its kind, `when` its day and time and `place` its location, in the family's language. */
  'appointment-booked': AppointmentParams
  'appointment-reminder': AppointmentParams
  'appointment-cancelled': AppointmentParams
  'consent-received': { subject: string; path: string }
  /** Consent recorded by staff from paper, with the first link to it. */
  'consent-paper': { subject: string; path: string }
  /** Decision by an expired link: none of it counts, or only its refusals. */
  'consent-uncounted': { subject: string; path: string }
  'consent-partly': { subject: string; path: string }
  'offer-link': OfferParams
  /** Offer that supersedes an earlier version. */
  'offer-new': OfferParams
  'offer-reminder': OfferParams
  'offer-goes-on': OfferParams
  'offer-accepted': { subject: string; path: string }
  /** Declined by the family: the offer, or later the seat. */
  'offer-declined': { subject: string }
  'offer-expired': { subject: string }
  /** Rescinded by the school. */
  'offer-withdrawn': { subject: string }
  /** School's own text: `letter` is a `ResolvedLetter` as JSON, `path` the link it names by `letterLinkMark`. */
  'school-message': { subject: string; letter: string } | { subject: string; letter: string; path: string }
}
export type MailTemplate = keyof TemplateParams
/** Templates with text of our own. */
/** Emails that somebody waits for at a screen: they leave before all others. */
export const urgentTemplates = [
  'verify-account',
  'confirm-first',
  'address-known',
  'no-account',
  'reset-password',
  'sign-in-code',
  'continue-form',
  'subscribe-confirm',
] as const satisfies readonly MailTemplate[]

/** Emails written to many at a time: they leave after all others. */
export const bulkTemplate = 'school-message' satisfies MailTemplate

export type WordedTemplate = Exclude<MailTemplate, 'school-message'>

/** Emails to families about their children. Emails about accounts and news are excluded. */
export const familyTemplates = [
  'form-received',
  'continue-form',
  'consent-link',
  'consent-received',
  'consent-paper',
  'consent-uncounted',
  'consent-partly',
  'criteria-link',
  'documents-link',
  'family-invited',
  'fees-link',
  'appointment-link',
  'appointment-booked',
  'appointment-reminder',
  'appointment-cancelled',
  'offer-link',
  'offer-new',
  'offer-reminder',
  'offer-goes-on',
  'offer-accepted',
  'offer-declined',
  'offer-expired',
  'offer-withdrawn',
] as const satisfies readonly MailTemplate[]

/** Part of an email: text (by its key, or the template's), a code by itself, or a link shown as a button. */
type Piece =
  | { say: string; count?: string }
  | { shared: string; count?: string }
  | { code: string }
  | { link: string; to: string }

const minutes: Piece = { shared: 'codeLasts', count: 'minutes' }
const hours: Piece = { shared: 'linkLasts', count: 'hours' }
const notYou: Piece = { shared: 'notYou' }
const intro: Piece = { say: 'intro' }
const action: Piece = { link: 'action', to: 'path' }

/** Order of the parts of each email. */
export const layouts: Readonly<Record<WordedTemplate, readonly Piece[]>> = {
  'verify-account': [intro, { code: 'code' }, minutes, { say: 'orLink' }, action, hours, notYou],
  'confirm-first': [intro, action, hours, notYou],
  'address-known': [
    intro,
    { link: 'signIn', to: 'signInPath' },
    { say: 'resetIntro' },
    { link: 'reset', to: 'resetPath' },
    { say: 'joinIntro' },
    { link: 'join', to: 'path' },
    hours,
    notYou,
  ],
  'no-account': [intro, action, notYou],
  'reset-password': [intro, action, hours, notYou],
  invited: [intro, action, hours, { say: 'later' }],
  'password-changed': [intro, { say: 'notYou' }, action],
  'second-factor-set': [intro, { say: 'notYou' }, action],
  'second-factor-off': [intro, { say: 'notYou' }, action],
  'second-factor-reset': [intro, { say: 'notYou' }, action],
  'school-linked': [intro, { say: 'notYou' }, action],
  'webhook-stopped': [intro, { say: 'goOn' }, action],
  'sign-in-code': [intro, { code: 'code' }, minutes, { say: 'secret' }, notYou],
  'form-received': [intro, { code: 'reference' }, { say: 'next' }, { say: 'actionIntro' }, action],
  'work-received': [intro, { code: 'reference' }, { say: 'next' }, { say: 'actionIntro' }, action],
  'continue-form': [intro, action, { say: 'secret' }],
  'consent-link': [intro, { say: 'free' }, action, { say: 'lasts', count: 'days' }, { say: 'secret' }],
  'subscribe-confirm': [intro, action, hours, { say: 'notYou' }, { link: 'end', to: 'endPath' }],
  'subscribe-known': [intro, action],
  'subscribe-welcome': [intro, { say: 'endIntro' }, action],
  'criteria-link': [intro, action, { say: 'lasts', count: 'days' }, { say: 'secret' }],
  'family-invited': [intro, { say: 'how' }, action],
  'documents-link': [intro, { say: 'how' }, action, { say: 'lasts', count: 'days' }, { say: 'secret' }],
  'fees-link': [intro, { say: 'how' }, action, { say: 'lasts', count: 'days' }, { say: 'secret' }],
  'appointment-link': [intro, action, { say: 'lasts', count: 'days' }, { say: 'secret' }],
  'appointment-booked': [intro, { say: 'where' }, { say: 'change' }, action, { say: 'secret' }],
  'appointment-reminder': [intro, { say: 'where' }, { say: 'change' }, action, { say: 'secret' }],
  'appointment-cancelled': [intro, { say: 'change' }, action, { say: 'secret' }],
  'consent-received': [intro, { say: 'change' }, { say: 'notYou' }, action],
  'consent-paper': [intro, { say: 'change' }, action, { say: 'secret' }],
  'consent-uncounted': [intro, { say: 'change' }, { say: 'notYou' }, action],
  'consent-partly': [intro, { say: 'change' }, { say: 'notYou' }, action],
  'offer-link': [intro, { say: 'until' }, action, { say: 'secret' }],
  'offer-new': [intro, { say: 'until' }, action, { say: 'secret' }],
  'offer-reminder': [intro, { say: 'until' }, action, { say: 'secret' }],
  'offer-goes-on': [intro, { say: 'until' }, action, { say: 'secret' }],
  'offer-accepted': [intro, { say: 'next' }, action],
  'offer-declined': [intro, { say: 'change' }],
  'offer-expired': [intro, { say: 'change' }],
  'offer-withdrawn': [intro, { say: 'change' }],
}

/** Returns whether a parameter opens something. Such values are deleted once the email was sent. */
export const isSecret = (param: string): boolean => param === 'code' || /path$/i.test(param)
