import { useCallback, useState } from 'react'
import { deleteEdit } from '#client/platform/offline/edit-drafts.ts'
import { type KeptDraft, readKeptDraft, useKept } from '#client/platform/editor/use-versioned-draft.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { EnquiryDetail } from '#shared/admissions/enquiries/enquiry.contract.ts'
import type { ReplyTemplate } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { EnquiryDo } from '#shared/admissions/enquiries/enquiry-update.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { childrenWithoutFile } from '../components/enquiry-part.types.ts'
import { draftReply } from '../enquiries.api.ts'

/** A reply as it is typed. What was changed belongs to one template in one language. */
interface Writing {
  template: ReplyTemplate
  language: Language
  typed: Record<string, { subject?: string; text?: string }>
  /** Child who is invited; null for none, undefined where the template decides. */
  place?: number | null
  next: string
}

const nameOf = (id: string) => `enquiry-reply ${id}`

/** Reads the reply that was begun on this device and not sent. */
export function useKeptReply(id: string) {
  return useAnswer(useCallback(async () => ({ kept: await readKeptDraft(nameOf(id)) }), [id])).answer
}

/**
 * A reply that is being written: from a template, with what was changed since, and the child it invites. What is typed stays on this
 * device until it is sent or discarded. `isInvitation`: it begins with the invitation to apply.
 */
export function useReply(enquiry: EnquiryDetail, kept: KeptDraft | undefined, isInvitation: boolean) {
  const { id, status, takesApplications } = enquiry
  const fresh: Writing = {
    template: status === 'new' && !isInvitation ? 'enquiry-answer' : 'enquiry-invite',
    language: enquiry.language,
    typed: {},
    next: '',
  }
  const [unsent, setUnsent] = useState(kept && { seen: 0, draft: { ...fresh, ...kept.draft } })
  useKept(nameOf(id), unsent)
  const writing = unsent?.draft ?? fresh
  const { template, language, typed, next, place } = writing
  const [isAsked, setIsAsked] = useState(false)
  if (isAsked !== isInvitation) {
    setIsAsked(isInvitation)
    // What was typed for another template stays with it.
    if (isInvitation && unsent) setUnsent({ seen: 0, draft: { ...unsent.draft, template: 'enquiry-invite' } })
  }
  const change = (more: Partial<Writing>) => setUnsent({ seen: 0, draft: { ...writing, ...more } })
  const draft = useAnswer(useCallback(() => draftReply(id, template, language), [id, template, language]))
  const of = `${template} ${language}`
  const own = typed[of] ?? {}
  const type = (more: { subject?: string; text?: string }) => change({ typed: { ...typed, [of]: { ...own, ...more } } })
  const subject = own.subject ?? draft.answer?.subject ?? ''
  const text = own.text ?? draft.answer?.text ?? ''
  const children = childrenWithoutFile(enquiry)
  const canInvite = takesApplications && children.length > 0
  const isInvited = canInvite && (place === undefined ? template === 'enquiry-invite' : place !== null)
  const child = children.find((each) => each.place === place)?.place ?? children[0]?.place ?? 0
  const invite = isInvited ? child : null
  const action: EnquiryDo = { do: 'reply', language, subject, text, invite, ...(next && { next }) }
  const forget = () => {
    setUnsent(undefined)
    return deleteEdit(nameOf(id))
  }
  return {
    template,
    language,
    subject,
    text,
    next,
    children,
    canInvite,
    isInvited,
    child,
    action,
    isReady: draft.answer !== undefined,
    failure: draft.failure,
    isBack: kept !== undefined && unsent !== undefined,
    forget,
    setTemplate: (value: ReplyTemplate) => change({ template: value }),
    setLanguage: (value: Language) => change({ language: value }),
    setNext: (value: string) => change({ next: value }),
    setPlace: (value: number) => change({ place: value }),
    setSubject: (value: string) => type({ subject: value }),
    setText: (value: string) => type({ text: value }),
    setInvited: (isOn: boolean) => change({ place: isOn ? child : null }),
  }
}
export type Reply = ReturnType<typeof useReply>
