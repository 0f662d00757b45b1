/** Stages of an enquiry, in the order in which it moves; `lost` ends it at any of them. */
export const enquiryStatuses = ['new', 'contacted', 'visited', 'invited', 'applied', 'lost'] as const
export type EnquiryStatus = (typeof enquiryStatuses)[number]

/** Stages at which the school still has something to do. */
export const openStatuses = ['new', 'contacted', 'visited', 'invited'] as const satisfies readonly EnquiryStatus[]

/** Reasons for which an enquiry is lost. */
export const lostReasons = [
  'no-answer',
  'no-seat',
  'fees',
  'distance',
  'other-school',
  'not-moving',
  'not-eligible',
  'duplicate',
  'other',
] as const
export type LostReason = (typeof lostReasons)[number]

/** Reasons that a person may choose; `duplicate` is set by merging. */
export const chosenReasons = lostReasons.filter((reason) => reason !== 'duplicate')

/** Work lists of enquiries: those to answer first, those whose next date has come, and those that nobody planned further. */
export const enquiryQueues = ['to-answer', 'late', 'due', 'no-next-date', 'unassigned'] as const
export type EnquiryQueue = (typeof enquiryQueues)[number]

export const contactChannels = ['email', 'whatsapp', 'phone', 'in-person'] as const
export type ContactChannel = (typeof contactChannels)[number]

/** Texts from which a reply to an enquiry begins. */
export const replyTemplates = ['enquiry-answer', 'enquiry-visit', 'enquiry-invite', 'enquiry-reminder'] as const
export type ReplyTemplate = (typeof replyTemplates)[number]

const rank = (status: EnquiryStatus): number => enquiryStatuses.indexOf(status)

export const isOpenEnquiry = (status: EnquiryStatus): boolean => (openStatuses as readonly string[]).includes(status)

/**
 * Returns whether staff may move an enquiry by hand: forward, to lost, or from lost back to where it was worked on. `applied` is
 * reached by an application or a file alone.
 */
export function mayMoveEnquiry(from: EnquiryStatus, to: EnquiryStatus): boolean {
  if (from === to || from === 'applied' || to === 'applied' || to === 'new') return false
  if (from === 'lost') return to === 'contacted'
  return to === 'lost' || rank(to) > rank(from)
}

/** Returns the status after something has happened: never back, and a lost one is only found again by an application. */
export function statusAfter(from: EnquiryStatus, happened: Exclude<EnquiryStatus, 'lost'>): EnquiryStatus {
  if (from === 'lost') return happened === 'applied' ? 'applied' : 'lost'
  return rank(happened) > rank(from) ? happened : from
}
