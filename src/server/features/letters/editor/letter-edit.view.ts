import type { z } from 'zod'
import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import type { LetterEdit, LetterTemplateRow, LetterVersionRow } from '#shared/letters/letter-template.contract.ts'
import type { publishedTemplates } from '../templates/letter-template.service.ts'
import type { editsOf, readEdit } from './letter-edit.service.ts'

type People = Map<UserId, Person>
type Published = Awaited<ReturnType<typeof publishedTemplates>>[number]
type Edited = Awaited<ReturnType<typeof editsOf>>[number]

/** Returns person (by name alone) and time of a change. */
const changeStampOf = (people: People, by: UserId, at: Instant) => ({ by: people.get(by)?.name ?? null, at })

export const letterRow = (
  name: LetterKind,
  published: Published | undefined,
  edited: Edited | undefined,
  people: People,
): LetterTemplateRow => ({
  name,
  version: published?.version ?? 0,
  published: published ? changeStampOf(people, published.publishedBy, published.publishedAt) : null,
  edited: edited ? changeStampOf(people, edited.updatedBy, edited.updatedAt) : null,
})

export const letterEdit = (
  name: LetterKind,
  { revision, edit, published, template }: Awaited<ReturnType<typeof readEdit>>,
  people: People,
): z.input<typeof LetterEdit> => ({
  name,
  revision,
  template,
  edited: edit ? changeStampOf(people, edit.updatedBy, edit.updatedAt) : null,
  published,
})

export const letterVersionRow = (
  { version, publishedBy, publishedAt }: Published,
  letters: ReadonlyMap<number, number>,
  people: People,
): LetterVersionRow => ({
  version,
  published: changeStampOf(people, publishedBy, publishedAt),
  letters: letters.get(version) ?? 0,
})
