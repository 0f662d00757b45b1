import type { z } from 'zod'
import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { ChangeStamp, FormEdit, FormRow, FormVersionRow } from '#shared/forms/editor/form-edit.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { readEdit } from './form-edit.service.ts'
import type { listForms, listVersions } from './form-list.service.ts'

type People = Map<UserId, Person>

/** Returns person (by name alone) and time of a change; no person for the school's initial forms. */
const changeStampOf = (people: People, by: UserId | null, at: Instant): ChangeStamp => ({
  by: (by && people.get(by)?.name) ?? null,
  at,
})

type Listed = Awaited<ReturnType<typeof listForms>>[number]

/** Maps a form to its list row. @throws TypeError for a form neither published nor in progress: there is none */
export function formRow(row: Listed): z.input<typeof FormRow> {
  const { slug, version, people, drafts, submissions } = row
  const [title, purpose] = [row.title ?? row.newTitle, row.purpose ?? row.newPurpose]
  if (!title || !purpose) throw new TypeError(`the form ${slug} is nothing yet`)
  return {
    slug,
    title,
    purpose,
    version,
    published: row.publishedAt ? changeStampOf(people, row.publishedBy, row.publishedAt) : null,
    edited: row.editedAt ? changeStampOf(people, row.editedBy, row.editedAt) : null,
    drafts,
    submissions,
  }
}

export const versionRow = (row: Awaited<ReturnType<typeof listVersions>>[number]): z.input<typeof FormVersionRow> => ({
  version: row.version,
  published: changeStampOf(row.people, row.publishedBy, row.publishedAt),
  submissions: row.submissions,
  drafts: row.drafts,
})

export const formEdit = (
  slug: string,
  { revision, edit, published, definition, history }: Awaited<ReturnType<typeof readEdit>>,
  people: People,
): z.input<typeof FormEdit> => ({
  slug,
  revision,
  definition,
  edited: edit ? changeStampOf(people, edit.updatedBy, edit.updatedAt) : null,
  published: published ? { version: published.version, definition: published.definition } : null,
  history,
})
