import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { readLetterLogo, removeLetterLogo, setLetterLogo } from '#shared/letters/letter-logo.contract.ts'
import {
  discardLetterEdit,
  letterTemplates,
  letterVersions,
  previewLetter,
  publishLetterEdit,
  readLetterEdit,
  readLetterVersion,
  saveLetterEdit,
} from '#shared/letters/letter-template.contract.ts'

export const fetchLetters = async () => (await fetchOrRecall(letterTemplates, {})).letters
export const fetchEdit = async (letter: LetterKind) => (await ask(readLetterEdit, { letter })).edit
export const saveEdit = async (letter: LetterKind, revision: number, template: LetterTemplate) =>
  (await ask(saveLetterEdit, { letter, revision, template })).revision
export const discardEdit = (letter: LetterKind, revision: number) => ask(discardLetterEdit, { letter, revision })
export const publishEdit = async (letter: LetterKind, revision: number) =>
  (await ask(publishLetterEdit, { letter, revision })).version
export const fetchVersions = async (letter: LetterKind) => (await ask(letterVersions, { letter })).versions
export const fetchVersion = async (letter: LetterKind, version: number) =>
  (await ask(readLetterVersion, { letter, version })).template
export const drawDraft = (letter: LetterKind, template: LetterTemplate, student_id: string | null) =>
  ask(previewLetter, { letter, template, student_id })
export const fetchLogo = () => fetchOrRecall(readLetterLogo, {})
export const setLogo = (seen: number, png: Uint8Array) => ask(setLetterLogo, { seen, png: toBase64(png) })
export const removeLogo = (seen: number) => ask(removeLetterLogo, { seen })
