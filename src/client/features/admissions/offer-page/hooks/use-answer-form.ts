import { useEffect, useRef, useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { OfferAnswerDraftKind, OfferDraft } from '#local/admissions/offers.ts'
import type { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { answerOf, isStarted, type MissingField, missingFields } from '../answer-draft.ts'
import type { OpenOffer } from './use-offer.ts'

type Trouble = MissingField | 'notSaved'

/** Where the focus goes to put it right: the first of these that is there. */
const placesOf: Record<Trouble, readonly string[]> = {
  choose: ['input[name=answer]'],
  unreadable: ['input[autocomplete=name]'],
  sign: ['input[autocomplete=name]', 'input[name=signature]:checked'],
  reason: ['select'],
  note: ['textarea'],
  understand: ['input[name=understand]'],
  notSaved: ['[role=alert]'],
}

interface Asked {
  offer: OpenOffer
  shown: OfferPage & { offer: NonNullable<OfferPage['offer']> }
  kinds: readonly OfferAnswerDraftKind[]
  language: Language
}

/** What is chosen, typed and drawn for one offer, kept on this device with every change, and sent once. */
export function useAnswerForm({ offer, shown, kinds, language }: Asked) {
  const { id: offerId } = shown.offer
  const [draft, setDraft] = useState(() => isStarted(offer.kept.draft, offerId, kinds))
  const [hasUnderstood, setUnderstood] = useState(false)
  const [trouble, setTrouble] = useState<{ kind: Trouble }>()
  const form = useRef<HTMLFormElement>(null)
  useBusy(draft.name !== '' || draft.note !== '' || draft.strokes.length > 0)
  useEffect(() => {
    const places = trouble ? placesOf[trouble.kind].map((place) => form.current?.querySelector<HTMLElement>(place)) : []
    places.find((place) => !!place)?.focus()
  }, [trouble])
  const change = (changed: Partial<OfferDraft>) => {
    const now = { ...draft, ...changed }
    setDraft(now)
    setTrouble(undefined)
    // What cannot be kept now is kept with the next change; nothing was answered by it.
    void offer.keepDraft(now).catch(() => undefined)
  }
  const { mutate, isPending } = useMutation(offer.answer, { onError: () => setTrouble({ kind: 'notSaved' }) })
  const send = () => {
    const lack = missingFields(draft, hasUnderstood)
    if (lack) return setTrouble({ kind: lack })
    const answer = answerOf(draft, shown.state)
    if (!answer) return
    setTrouble(undefined)
    void mutate({ offerId, language, answer })
  }
  const understand = (is: boolean) => {
    setUnderstood(is)
    setTrouble(undefined)
  }
  return { form, draft, change, hasUnderstood, understand, trouble: trouble?.kind, isPending, send }
}

export type AnswerFormState = ReturnType<typeof useAnswerForm>
