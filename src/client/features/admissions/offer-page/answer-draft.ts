import { signatureOf } from '#client/ui/fields/signature/signature.ts'
import type { OfferAnswerDraftKind, OfferDraft, WaitingAnswer } from '#local/admissions/offers.ts'
import type { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { isReadableName } from '#shared/consents/consent.rules.ts'

type State = OfferPage['state']

/** What may be answered as an offer stands; time is asked for once, and signed once what comes before it is done. */
export function openKinds(
  state: State,
  { hasAskedForTime, maySign }: { hasAskedForTime: boolean; maySign: boolean },
): OfferAnswerDraftKind[] {
  if (state === 'open')
    return [...(maySign ? (['sign'] as const) : []), ...(hasAskedForTime ? [] : (['more-time'] as const)), 'decline']
  // Giving up is always possible.
  if (state === 'paused' || state === 'signed') return ['decline']
  return state === 'accepted' || state === 'booked' ? ['withdraw'] : []
}

/** Nothing is chosen beforehand but the only thing there is. */
const blank = (offerId: string, kinds: readonly OfferAnswerDraftKind[]): OfferDraft => ({
  offerId,
  kind: kinds.length === 1 ? (kinds[0] ?? '') : '',
  signedBy: 'typed',
  name: '',
  strokes: [],
  reason: '',
  chosenSchool: '',
  keepPlace: false,
  note: '',
})

/** What was begun on this device, as far as it was an answer to this very offer that can still be given. */
export function isStarted(
  draft: OfferDraft | undefined,
  offerId: string,
  kinds: readonly OfferAnswerDraftKind[],
): OfferDraft {
  const fresh = blank(offerId, kinds)
  if (draft?.offerId !== offerId) return fresh
  return { ...draft, kind: draft.kind !== '' && kinds.includes(draft.kind) ? draft.kind : fresh.kind }
}

export const isMissing = ['choose', 'unreadable', 'sign', 'reason', 'note', 'understand'] as const
export type MissingField = (typeof isMissing)[number]

/** Whether what is answered takes the seat away. */
export const declines = (kind: OfferDraft['kind']): boolean => kind === 'decline' || kind === 'withdraw'

/** What has still to be said, the first of it. */
export function missingFields(draft: OfferDraft, hasUnderstood: boolean): MissingField | undefined {
  const { kind, reason, note, signedBy, name } = draft
  if (kind === '') return 'choose'
  if (kind === 'sign') {
    if (signedBy === 'typed' && !isReadableName(name)) return 'unreadable'
    return signatureOf(draft) ? undefined : 'sign'
  }
  if (!declines(kind)) return undefined
  if (reason === '') return 'reason'
  if (reason === 'other' && note.trim() === '') return 'note'
  return hasUnderstood ? undefined : 'understand'
}

/** What is sent: nothing that this answer does not ask for, though it may have been typed for another. */
export function answerOf(draft: OfferDraft, state: State): WaitingAnswer['answer'] | undefined {
  const { kind, reason, chosenSchool, keepPlace } = draft
  const note = draft.note.trim() ? { note: draft.note.trim() } : {}
  if (kind === 'sign') {
    const signature = signatureOf(draft)
    return signature ? { kind, signature } : undefined
  }
  if (kind === 'more-time') return { kind, ...note }
  if (kind === '' || reason === '') return undefined
  if (kind === 'withdraw') return { kind, reason, ...note }
  const elsewhere = reason === 'other-school' && chosenSchool.trim() ? { chosenSchool: chosenSchool.trim() } : {}
  return { kind, reason, ...elsewhere, keepPlace: keepPlace && state !== 'paused', ...note }
}
