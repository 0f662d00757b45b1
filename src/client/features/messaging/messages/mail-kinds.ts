/** Mails to families that tell for themselves, as the log calls them. */
export const mailKinds = [
  'many',
  'offer-link',
  'offer-new',
  'offer-reminder',
  'offer-goes-on',
  'offer-accepted',
  'offer-declined',
  'offer-expired',
  'offer-withdrawn',
  'documents-link',
  'family-invited',
  'fees-link',
  'appointment-link',
  'appointment-booked',
  'appointment-reminder',
  'appointment-cancelled',
  'criteria-link',
  'consent-link',
  'consent-received',
  'consent-paper',
  'consent-uncounted',
  'consent-partly',
  'form-received',
  'continue-form',
  'school-message',
] as const

export const isMailKind = (what: string): what is (typeof mailKinds)[number] =>
  (mailKinds as readonly string[]).includes(what)
