import { chooseCopy, isSameContent, type RemoteCopy, withFilesOf } from '#shared/forms/draft-copies.rules.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Draft, Drafts } from './drafts.ts'

/** Draft copy of another device, stored at the school under an emailed link or an account. */
export type RemoteDraft = RemoteCopy & Pick<Draft, 'id' | 'slug' | 'version' | 'startedAt'>

/** Relation of a draft to one of its copies: the revision last seen here, and whether the draft changed since. */
interface Standing {
  of(draft: Draft): { seen: number | undefined; isUnchanged: boolean }
  with(draft: Draft, revision: number, isUnchanged: boolean): Draft
}

/** Relation to the copy the school keeps: under an account or a criteria link. */
export const storedCopy: Standing = {
  of: ({ revision, isAhead }) => ({ seen: revision, isUnchanged: revision !== undefined && !isAhead }),
  with: (draft, revision, isUnchanged) => ({ ...draft, revision, isAhead: !isUnchanged }),
}

/** Relation to the copy behind an emailed link. A link other than the one seen last has another copy. */
export const mailedCopy = (name: string): Standing => ({
  of: ({ link }) => ({
    seen: link?.name === name ? link.revision : undefined,
    isUnchanged: link?.name === name && !link.isAhead,
  }),
  with: (draft, revision, isUnchanged) => ({ ...draft, link: { name, revision, isAhead: !isUnchanged } }),
})

/**
 * Copies the other version onto this device where nothing is lost by it.
 * @returns `choose` when both were changed: nothing is touched until a person has chosen
 * @throws StorageFull
 */
export async function resolveDraftCopies(
  drafts: Drafts,
  standing: Standing,
  here: Draft | undefined,
  there: RemoteDraft,
): Promise<'brought' | 'choose'> {
  const which = chooseCopy(here && { answers: here.answers, ...standing.of(here) }, there)
  if (which === 'choose') return 'choose'
  if (which === 'there') await adoptRemoteCopy(drafts, standing, here, there)
  else if (here) {
    const isUnchanged = isSameContent(here.answers, there.answers)
    await drafts.keep(standing.with(here, there.revision, isUnchanged || standing.of(here).isUnchanged))
  }
  return 'brought'
}

/** Replaces the local draft with the other copy, keeping files chosen here. @throws StorageFull */
export async function adoptRemoteCopy(
  drafts: Drafts,
  standing: Standing,
  here: Draft | undefined,
  { id, slug, version, startedAt, answers, revision }: RemoteDraft,
): Promise<void> {
  const draft = { ...here, id: here?.id ?? id, slug, version, startedAt }
  await drafts.keep(standing.with({ ...draft, answers: withFilesOf(here?.answers ?? {}, answers) }, revision, true))
}

/** Keeps the local draft and marks the other copy as seen: the next save replaces that copy. @throws StorageFull */
export const retainLocalCopy = (drafts: Drafts, standing: Standing, here: Draft, there: RemoteDraft): Promise<void> =>
  drafts.keep(standing.with(here, there.revision, false))

/** Returns the draft with new answers. Opening a form changes nothing, though every field then has a value. */
export function withChange(draft: Draft, answers: Answers): Draft {
  const { link, revision, isAhead } = draft
  const isKnown = (revision !== undefined && !isAhead) || (link !== undefined && !link.isAhead)
  if (!isKnown || isSameContent(draft.answers, answers)) return { ...draft, answers }
  const more = link && { link: { ...link, isAhead: true } }
  return { ...draft, answers, isAhead: revision !== undefined, ...more }
}
