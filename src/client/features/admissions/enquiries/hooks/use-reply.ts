import { useCallback, useState } from 'react'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { EnquiryDetail } from '#shared/admissions/enquiries/enquiry.contract.ts'
import type { ReplyTemplate } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { EnquiryDo } from '#shared/admissions/enquiries/enquiry-update.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { draftReply } from '../enquiries.api.ts'

/** A reply that is being written: from a template, with what was changed since, and the child it invites. */
export function useReply({ id, status, language: first, children, takesApplications }: EnquiryDetail) {
  const [template, setTemplate] = useState<ReplyTemplate>(status === 'new' ? 'enquiry-answer' : 'enquiry-invite')
  const [language, setLanguage] = useState<Language>(first)
  const [typed, setTyped] = useState<{ of: string; subject?: string; text?: string }>({ of: '' })
  const [place, setPlace] = useState<number>()
  const [next, setNext] = useState('')
  const draft = useAnswer(useCallback(() => draftReply(id, template, language), [id, template, language]))
  const of = `${template} ${language}`
  // What was changed belongs to one template in one language.
  const own: typeof typed = typed.of === of ? typed : { of }
  const subject = own.subject ?? draft.answer?.subject ?? ''
  const text = own.text ?? draft.answer?.text ?? ''
  const canInvite = takesApplications && children.length > 0
  const isInvited = canInvite && (place !== undefined || template === 'enquiry-invite')
  const child = place ?? children[0]?.place ?? 0
  const action: EnquiryDo = {
    do: 'reply',
    language,
    subject,
    text,
    invite: isInvited ? child : null,
    ...(next && { next }),
  }
  return {
    template,
    language,
    subject,
    text,
    next,
    canInvite,
    isInvited,
    child,
    action,
    isReady: draft.answer !== undefined,
    failure: draft.failure,
    setTemplate,
    setLanguage,
    setNext,
    setPlace,
    setSubject: (value: string) => setTyped({ ...own, subject: value }),
    setText: (value: string) => setTyped({ ...own, text: value }),
    setInvited: (isOn: boolean) => {
      setPlace(isOn ? child : undefined)
      if (!isOn && template === 'enquiry-invite') setTemplate('enquiry-answer')
    },
  }
}
export type Reply = ReturnType<typeof useReply>
