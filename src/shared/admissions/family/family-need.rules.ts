/** What a guardian is asked for, and what opens with it: an offer to sign, money to pay, a consent, a form, documents, a time. */
export const needKinds = ['offer', 'deposit', 'consent', 'form', 'documents', 'appointment'] as const
export type NeedKind = (typeof needKinds)[number]
