import { type CopyThere, isSameWriting, whichCopy, withFilesOf } from '#shared/forms/draft-copies.rules.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { Draft, Drafts } from './drafts.ts'

/** A draft as another device left it: at the school, under a mailed link or an account. */
export type DraftThere = CopyThere & Pick<Draft, 'id' | 'slug' | 'version' | 'startedAt'>

/** How a draft stands to one of its copies: which change of it was seen here, and whether it was changed since. */
interface Standing {
  of(draft: Draft): { seen: number | undefined; isUnchanged: boolean }
  with(draft: Draft, revision: number, isUnchanged: boolean): Draft
}

/** To the copy that the school keeps by itself: of an account, or of a criteria link. */
export const keptCopy: Standing = {
  of: ({ revision, isAhead }) => ({ seen: revision, isUnchanged: revision !== undefined && !isAhead }),
  with: (draft, revision, isUnchanged) => ({ ...draft, revision, isAhead: !isUnchanged }),
}

/** To what a mailed link opens. Another link than the one seen last has another copy. */
export const mailedCopy = (name: string): Standing => ({
  of: ({ link }) => ({
    seen: link?.name === name ? link.revision : undefined,
    isUnchanged: link?.name === name && !link.isAhead,
  }),
  with: (draft, revision, isUnchanged) => ({ ...draft, link: { name, revision, isAhead: !isUnchanged } }),
})

/**
 * Takes the other copy onto this device where nothing is lost by it. @returns `choose` when both were changed: then nothing
 * is touched, until a person has said which one it is. @throws StorageFull
 */
export async function bringCopy(
  drafts: Drafts,
  standing: Standing,
  here: Draft | undefined,
  there: DraftThere,
): Promise<'brought' | 'choose'> {
  const which = whichCopy(here && { answers: here.answers, ...standing.of(here) }, there)
  if (which === 'choose') return 'choose'
  if (which === 'there') await takeThere(drafts, standing, here, there)
  else if (here) {
    const isUnchanged = isSameWriting(here.answers, there.answers)
    await drafts.keep(standing.with(here, there.revision, isUnchanged || standing.of(here).isUnchanged))
  }
  return 'brought'
}

/** The other copy takes the place of what is here, but for the files that were chosen here. @throws StorageFull */
export async function takeThere(
  drafts: Drafts,
  standing: Standing,
  here: Draft | undefined,
  { id, slug, version, startedAt, answers, revision }: DraftThere,
): Promise<void> {
  const draft = { ...here, id: here?.id ?? id, slug, version, startedAt }
  await drafts.keep(standing.with({ ...draft, answers: withFilesOf(here?.answers ?? {}, answers) }, revision, true))
}

/** What is here stays, and has seen the other copy: kept there the next time, it takes its place. @throws StorageFull */
export const keepHere = (drafts: Drafts, standing: Standing, here: Draft, there: DraftThere): Promise<void> =>
  drafts.keep(standing.with(here, there.revision, false))

/** Opening a form changes nothing, though every field has a value then. */
export function withChange(draft: Draft, answers: Answers): Draft {
  const { link, revision, isAhead } = draft
  const isKnown = (revision !== undefined && !isAhead) || (link !== undefined && !link.isAhead)
  if (!isKnown || isSameWriting(draft.answers, answers)) return { ...draft, answers }
  const more = link && { link: { ...link, isAhead: true } }
  return { ...draft, answers, isAhead: revision !== undefined, ...more }
}
