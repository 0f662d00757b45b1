import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ReplyTemplate } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'

/** Whom a text is filled in for. */
export interface EnquiryReader {
  contact: string
  language: Language
  reference: string
  children: readonly {
    nameLatin: string | null
    nameArabic: string | null
    grade: string | null
    entryYear: number | null
  }[]
}

/** A reply as it leaves. */
export interface EnquiryReply {
  to: string
  language: Language
  subject: string
  /** Paragraphs, separated by empty lines. */
  text: string
  /** Path of the link to apply; null without one. */
  path: string | null
}

/** Says things in the school's words. Texts belong to the domain of messages, above this one, which is passed in. */
export interface EnquiryWriter {
  draft(
    tx: Tx,
    mail: MailCtx,
    template: ReplyTemplate,
    reader: EnquiryReader,
  ): Promise<{ subject: string; text: string }>
  send(tx: Tx, mail: MailCtx, reply: EnquiryReply): Promise<void>
}
