import type { UseFormReturnType } from '@mantine/form'
import type { TFunction } from 'i18next'
import { inLanguage } from '#client/i18n/bilingual.ts'
import { submitForm } from '#client/platform/offline/forms.ts'
import type { Problem as Point } from '#client/ui/fields/error-summary.tsx'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { type Answers, filesIn, isAsked, keepAsked } from '#shared/forms/form-answers.rules.ts'
import { checkAnswers, checkParts } from '#shared/forms/form-check.rules.ts'
import type { FormDefinition, FormPage } from '#shared/forms/form-definition.contract.ts'
import { writerAsGuardian } from '#shared/forms/form-guardians.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { inputId } from './form-context.ts'
import type { LocalDraft } from './local-draft.ts'
import { rememberFamily } from './next-child.ts'
import { problemText } from './problem-text.ts'

/** The parts of a page that are asked, with these answers. */
const partsAsked = (page: FormPage, answers: Answers) =>
  page.sections
    .filter((section) => isAsked(section, 'public', answers))
    .flatMap((section) => section.parts.filter((part) => isAsked(part, 'public', answers)))

const partsIn = (page: FormPage) => page.sections.flatMap((section) => section.parts)

/** The number of the page on which the field at a path stands. */
function pageOf(pages: readonly FormPage[], path: string): number | undefined {
  const [key] = path.split('.')
  const at = pages.findIndex((page) => partsIn(page).some((part) => part.key === key))
  return at < 0 ? undefined : at
}

/** What people call the field at a path: its own name, in a block with the number of the row. */
function labelOf(pages: readonly FormPage[], path: string, pick: (text: Bilingual) => string): string {
  const [key, row, inner] = path.split('.')
  const part = pages.flatMap(partsIn).find((each) => each.key === key)
  if (!part) return ''
  if (part.type !== 'repeat' || inner === undefined) return pick(part.label)
  const field = part.fields.find((each) => each.key === inner)
  const name = field ? pick(field.label) : ''
  return part.max > 1 ? `${pick(part.itemLabel)} ${Number(row) + 1}, ${name}` : name
}

/*
 * What is done when somebody is done: checking, complaining, handing in. A page fetches it once it can be filled in.
 */

/** Where a form does not end on the page of thanks: at a front desk, or opened by a link. */
export interface AtDesk {
  onHandedIn(id: string): void
  /** Hands it in by the link that opened it. Nothing comes back when it could not be sent; the screen says so itself. */
  byLink?: ByLink
}

export type ByLink = (writing: {
  version: number
  values: Answers
  language: string
  /** The change of the school's copy that was seen here last. */
  seen: number
  trap: string
}) => Promise<string | undefined>

/** Something to put right: a point of the list above the form, and the text at the field. */
export interface Complaint extends Point {
  path?: string
  text?: string
  pageNo?: number
}

interface Reading {
  today: string
  language: string
  t: TFunction<'forms'>
  /** The page that is looked at; without it the whole form. */
  pageNo?: number
}

/** What is wrong, in the order of the form. */
function complaintsAbout(
  form: FormDefinition,
  values: Answers,
  { today, language, t, pageNo }: Reading,
): (Complaint & { path: string })[] {
  const options = { scope: 'public', today } as const
  const page = pageNo === undefined ? undefined : form.pages[pageNo]
  const problems = page ? checkParts(partsAsked(page, values), values, options) : checkAnswers(form, values, options)
  return problems.map((problem) => {
    const { path } = problem
    const text = problemText(problem, t, language)
    const label = labelOf(form.pages, path, (both) => inLanguage(both, language))
    return { path, text, pageNo: pageOf(form.pages, path) ?? 0, message: `${label}: ${text}`, inputId: inputId(path) }
  })
}

interface Going extends Reading {
  trap: string
  desk: AtDesk | undefined
}

/**
 * Checks a page, or submits from the last one; returns the problems if an answer is wrong. The first guardian takes over what
 * the writer said of themselves.
 * @throws what `submitForm` does
 */
export async function goOn(
  published: PublishedForm,
  { form, draft }: { form: UseFormReturnType<Answers>; draft: LocalDraft },
  { trap, desk, ...reading }: Going,
): Promise<{ complaints?: Complaint[]; id?: string | undefined }> {
  const { definition } = published
  const values = form.getValues()
  const complaints = complaintsAbout(definition, values, reading)
  if (complaints.length > 0) {
    form.setErrors(Object.fromEntries(complaints.map(({ path, text }) => [path, text])))
    return { complaints }
  }
  if (reading.pageNo === undefined)
    return { id: await submitAnswers(published, draft, values, { trap, language: reading.language, desk }) }
  for (const [key, value] of Object.entries(writerAsGuardian(definition, values) ?? {}))
    form.setFieldValue(`guardians.0.${key}`, value)
  return {}
}

/** Hands the answers in: resolves with the id of the submission once it is on this device. @throws what `submitForm` does */
async function submitAnswers(
  { slug, definition, version }: PublishedForm,
  draft: LocalDraft,
  values: Answers,
  { trap, language, desk }: { trap: string; language: string; desk: AtDesk | undefined },
): Promise<string | undefined> {
  await draft.keepNow()
  const answers = keepAsked(definition, 'public', values)
  const seen = draft.current.revision ?? 0
  if (desk?.byLink) return desk.byLink({ version, values: answers, language, seen, trap })
  if (definition.purpose === 'criteria') throw new TypeError('a criteria form is handed in by its link')
  await submitForm({
    draft: { ...draft.current, version, answers },
    purpose: definition.purpose,
    language: language === 'ar' ? 'ar' : 'en',
    channel: desk ? 'kiosk' : 'public',
    trap,
    fileCount: filesIn(definition, 'public', answers).length,
    actorId: null,
  })
  if (!desk) rememberFamily({ slug, definition, version }, draft.id, answers)
  return draft.id
}
