import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { letterKinds } from '#shared/letters/letter-kinds.rules.ts'
import type { LetterTemplateRow, LetterVersionRow } from '#shared/letters/letter-template.contract.ts'
import { lettersByVersion, publishedTemplates } from '../templates/letter-template.service.ts'
import { type At, editsOf } from './letter-edit.service.ts'
import { letterRow, letterVersionRow } from './letter-edit.view.ts'

/** Lists every letter of the school: the issued version, and who is changing it. */
export async function listLetters(tx: Tx, schoolId: string): Promise<LetterTemplateRow[]> {
  const edits = (await editsOf(tx, schoolId)).filter(({ template }) => template !== null)
  const published = await publishedTemplates(tx, schoolId)
  const staff = [...edits.map(({ updatedBy }) => updatedBy), ...published.map(({ publishedBy }) => publishedBy)]
  const people = await findPeople(tx, schoolId, staff)
  return letterKinds.map((name) => {
    const isThis = (each: { name: string }) => each.name === name
    return letterRow(name, published.find(isThis), edits.find(isThis), people)
  })
}

/** Lists the versions of one letter, the newest first; the default is the last. */
export async function listVersions(tx: Tx, at: At): Promise<LetterVersionRow[]> {
  const published = (await publishedTemplates(tx, at.schoolId)).filter(({ name }) => name === at.name)
  const staff = published.map(({ publishedBy }) => publishedBy)
  const people = await findPeople(tx, at.schoolId, staff)
  const letters = await lettersByVersion(tx, at)
  const ready = { version: 0, published: null, letters: letters.get(0) ?? 0 }
  return [...published.map((each) => letterVersionRow(each, letters, people)), ready]
}
