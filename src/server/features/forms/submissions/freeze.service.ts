import { type MailCtx, queueMail } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { checkAnswers } from '#shared/forms/form-check.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { formatReference, makeReference, referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { submissions } from '../form.table.ts'
import { submissionText } from './submission-search.service.ts'
import { isForWork } from './work-application.service.ts'

/** Returns whether the answers are valid on any of the days: filled in on one day, perhaps sent on a later one. */
export const fits = (definition: FormDefinition, answers: Answers, days: readonly string[]): boolean =>
  days.some((today) => checkAnswers(definition, answers, { scope: 'public', today }).length === 0)

/** One collision in millions is possible; three in a row mean a broken source of randomness. */
const referenceTries = 3

export async function freeze(
  tx: Tx,
  random: Random,
  row: Omit<typeof submissions.$inferInsert, 'reference' | 'searchText'>,
  /** Search texts besides the reference. */
  about: readonly string[],
): Promise<string> {
  for (let attempt = 0; attempt < referenceTries; attempt += 1) {
    const reference = makeReference(random.bytes(referenceBytes))
    const stored = await tx
      .insert(submissions)
      .values({ ...row, reference, searchText: submissionText(reference, about) })
      .onConflictDoNothing({ target: [submissions.schoolId, submissions.reference] })
      .returning({ id: submissions.id })
    if (stored.length > 0) return reference
  }
  throw new Error('no free reference was found')
}

/** Emails the reference, where there is an address: in the family's language, and once, since an operation counts once. */
export async function confirmByMail(
  tx: Tx,
  ctx: MailCtx,
  form: FormDefinition,
  { slug, answers, reference, language }: { slug: string; answers: Answers; reference: string; language: Language },
): Promise<void> {
  const to = form.contact.email && answers[form.contact.email]
  if (typeof to !== 'string') return
  const next = form.next[0]?.[language] ?? ''
  const params = { form: form.title[language], reference: formatReference(reference), next, path: '/' }
  // Who has applied for work is for those who read applications for work.
  const template = isForWork({ slug, purpose: form.purpose }) ? 'work-received' : 'form-received'
  await queueMail(tx, ctx, { to: to.trim(), language, template, params })
}
