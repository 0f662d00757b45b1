import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { letterKinds } from '#shared/letters/letter-kinds.rules.ts'
import type { LetterTemplateRow, LetterVersionRow } from '#shared/letters/letter-template.contract.ts'
import { isOwnLetter, ownLettersOf } from '#shared/school/own-letters.rules.ts'
import { lettersByVersion, publishedTemplates } from '../templates/letter-template.service.ts'
import { type At, editsOf } from './letter-edit.service.ts'
import { letterRow, letterVersionRow } from './letter-edit.view.ts'

interface LetterSchool {
  schoolId: string
  code: string
}

/** Lists every letter of the school, and any other that it has worked on: the issued version, and who is changing it. */
export async function listLetters(tx: Tx, { schoolId, code }: LetterSchool): Promise<LetterTemplateRow[]> {
  const own = (await readSchool(tx, schoolId)).profile.letters?.own ?? ownLettersOf(code)
  const edits = (await editsOf(tx, schoolId)).filter(({ template }) => template !== null)
  const published = await publishedTemplates(tx, schoolId)
  const staff = [...edits.map(({ updatedBy }) => updatedBy), ...published.map(({ publishedBy }) => publishedBy)]
  const people = await findPeople(tx, schoolId, staff)
  return letterKinds.flatMap((name) => {
    const isThis = (each: { name: string }) => each.name === name
    const [issued, edit] = [published.find(isThis), edits.find(isThis)]
    return issued || edit || isOwnLetter(name, own) ? [letterRow(name, issued, edit, people)] : []
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
