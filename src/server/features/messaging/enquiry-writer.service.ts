import type { EnquiryReader, EnquiryWriter } from '#server/features/admissions/enquiries/enquiry-writer.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { type MailCtx, ownAddress, queueMail } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { letterLinkMark } from '#shared/kernel/letter/letter-link.rules.ts'
import { sanitizeText } from '#shared/kernel/text/sanitize-text.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { fillMessage, type MessageStudent } from './fill-message.ts'
import { textFor } from './message-text.service.ts'

const joined = (names: readonly (string | null)[]): string | null => {
  const known = names.flatMap((name) => (name ? [sanitizeText(name)] : []))
  return known.length === 0 ? null : known.join(', ')
}

const nobody: EnquiryReader = { contact: '', language: 'en', reference: '', children: [] }

const toldOf = ({ reference, children }: EnquiryReader): MessageStudent => {
  // A grade is named where it is the same for all of them.
  const [first] = children
  const isOne = children.every((child) => child.grade === first?.grade && child.entryYear === first?.entryYear)
  return {
    reference,
    nameLatin: joined(children.map(({ nameLatin, nameArabic }) => nameLatin ?? nameArabic)),
    nameArabic: joined(children.map(({ nameLatin, nameArabic }) => nameArabic ?? nameLatin)),
    grade: isOne ? (first?.grade ?? null) : null,
    entryYear: isOne ? (first?.entryYear ?? null) : null,
    waitingPlace: null,
    reason: null,
    number: null,
    accepted: null,
    promised: [],
  }
}

async function filled(
  tx: Tx,
  mail: MailCtx,
  text: MessageText,
  { reader, language, link }: { reader: EnquiryReader; language: Language; link: string | null },
) {
  const { deps, school } = mail
  return fillMessage(text, {
    school: await paperSchool(tx, school.schoolId),
    origin: ownAddress(mail),
    today: businessDay(deps.clock.nowMs(), school.timeZone, 0),
    student: toldOf(reader),
    to: { name: reader.contact, language, letterLink: link, signUp: null },
  })
}

/** Words before the link to apply. */
const applyHere: Readonly<Record<Language, string>> = { en: 'Apply here: ', ar: 'للتقديم من هنا: ' }

/** Pieces of a paragraph that a template may hold. */
const pieceLength = 2000

function textOf(subject: string, text: string, hasLink: boolean): MessageText {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const pieces = part.match(new RegExp(`[\\s\\S]{1,${pieceLength}}`, 'g')) ?? []
      const line = pieces.map((piece) => ({ text: piece }))
      return { words: { en: line, ar: line }, isOptional: false }
    })
  const link = {
    words: {
      en: [{ text: applyHere.en }, { field: 'letter.link' as const }],
      ar: [{ text: applyHere.ar }, { field: 'letter.link' as const }],
    },
    isOptional: false,
  }
  return { title: { en: subject, ar: subject }, paragraphs: hasLink ? [...paragraphs, link] : paragraphs }
}

/** Writes to families that have enquired, in the school's own words. */
export const enquiryWriter: EnquiryWriter = {
  draft: async (tx, mail, template, reader) => {
    const { text } = await textFor(tx, mail.school.schoolId, template)
    const { letter } = await filled(tx, mail, text, { reader, language: reader.language, link: null })
    const paragraphs = letter.blocks.flatMap((block) =>
      block.kind === 'para' ? block.said.map(({ runs }) => runs.map((run) => run.text).join('')) : [],
    )
    return { subject: letter.title, text: paragraphs.join('\n\n') }
  },
  send: async (tx, mail, { to, language, subject, text, path }) => {
    const said = textOf(subject, text, path !== null)
    const link = path === null ? null : letterLinkMark
    const { letter } = await filled(tx, mail, said, { reader: nobody, language, link })
    const params = { subject: letter.title, letter: JSON.stringify(letter), ...(path !== null && { path }) }
    const origin = ownAddress(mail)
    await queueMail(tx, { ...mail, origin }, { to, language, template: 'school-message', params: params })
  },
}
