import { newRowKey } from '#client/platform/editor/row-key.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { BothLines, Piece } from '#shared/letters/letter-blocks.contract.ts'
import { isMessageField, type MessageField, messageFields } from '#shared/messaging/message-fields.rules.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'

/** What a field is called where words are written: in the language of the words. */
export type FieldLabels = Readonly<Record<Language, Readonly<Record<MessageField, string>>>>

export interface ParagraphDraft {
  /** Stays when it is moved. */
  key: string
  en: string
  ar: string
  isOptional: boolean
}

/** Words while they are written: plain text, each field by its name in braces. */
export interface TextDraft {
  title: Record<Language, string>
  paragraphs: readonly ParagraphDraft[]
}

/** A place where something keeps the words from being saved. */
export interface DraftProblem {
  /** The paragraph, from 0; null for the subject. */
  paragraph: number | null
  language: Language
  kind: 'blank' | 'unknown'
  /** The name in braces that is no field's. */
  name: string
}

export const tokenOf = (labels: FieldLabels, language: Language, field: MessageField): string =>
  `{${labels[language][field]}}`

const written = (pieces: readonly Piece[], language: Language, labels: FieldLabels): string =>
  pieces
    .map((piece) => {
      if ('text' in piece) return piece.text
      return isMessageField(piece.field) ? tokenOf(labels, language, piece.field) : `{${piece.field}}`
    })
    .join('')

export const draftOf = ({ title, paragraphs }: MessageText, labels: FieldLabels): TextDraft => ({
  title: { ...title },
  paragraphs: paragraphs.map(({ words, isOptional }) => ({
    key: newRowKey(),
    en: written(words.en, 'en', labels),
    ar: written(words.ar, 'ar', labels),
    isOptional,
  })),
})

/** In either language: a name that was written in the other one is understood as well. */
const fieldNamed = (name: string, labels: FieldLabels): MessageField | undefined => {
  const asked = name.trim().toLowerCase()
  return messageFields.find(
    (field) => field === asked || [labels.en[field], labels.ar[field]].some((label) => label.toLowerCase() === asked),
  )
}

function quantityOf(text: string, labels: FieldLabels): { pieces: Piece[]; unknown: string[] } {
  const pieces: Piece[] = []
  const unknown: string[] = []
  for (const part of text.trim().split(/(\{[^{}]*\})/)) {
    if (part === '') continue
    const name = /^\{([^{}]*)\}$/.exec(part)?.[1]
    const field = name === undefined ? undefined : fieldNamed(name, labels)
    if (field) pieces.push({ field })
    else {
      pieces.push({ text: part })
      if (name !== undefined) unknown.push(name.trim())
    }
  }
  return { pieces, unknown }
}

/** The words as they are saved, and what keeps them from it. */
export function textOf({ title, paragraphs }: TextDraft, labels: FieldLabels) {
  const problems: DraftProblem[] = []
  for (const language of ['en', 'ar'] as const) {
    if (title[language].trim() === '') problems.push({ paragraph: null, language, kind: 'blank', name: '' })
  }
  const linesOf = (draft: ParagraphDraft, paragraph: number): BothLines => {
    const line = (language: Language) => {
      const { pieces, unknown } = quantityOf(draft[language], labels)
      if (pieces.length === 0) problems.push({ paragraph, language, kind: 'blank', name: '' })
      for (const name of unknown) problems.push({ paragraph, language, kind: 'unknown', name })
      return pieces
    }
    return { en: line('en'), ar: line('ar') }
  }
  const text: MessageText = {
    title: { en: title.en.trim(), ar: title.ar.trim() },
    paragraphs: paragraphs.map((draft, no) => ({ words: linesOf(draft, no), isOptional: draft.isOptional })),
  }
  return { text, problems }
}
