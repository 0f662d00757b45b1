import { expect, it } from 'vitest'
import type { ConsentDefinition } from '#shared/consents/consent-definition.contract.ts'
import { draftOf, readKeptWording } from './wording-draft.ts'

const both = (text: string) => ({ en: text, ar: text })
const version = {
  version: 3,
  title: both('Photos'),
  wording: both('We may'),
  otherwise: both('Nothing changes'),
  publishedAt: '2030-03-03T06:00:00.000Z',
  by: null,
  again: 'everyone' as const,
  lapsesOn: '2030-04-01',
  agreed: 2,
}
const definition: ConsentDefinition = { purpose: 'photos', isOffered: true, versions: [version] }

it('begins with the wording in use, and asks nobody again unless that is chosen', () => {
  expect(draftOf(definition)).toMatchObject({ seen: 3, wording: both('We may'), again: 'nobody', lapsesOn: '' })
})

it('goes on with what this release has kept, and with nothing else', () => {
  const draft = { ...draftOf(definition), wording: both('Typed') }
  expect(readKeptWording(draft)).toEqual(draft)
  for (const other of [undefined, {}, { seen: 3 }, { ...draft, seen: 'three' }])
    expect(readKeptWording(other)).toBeUndefined()
})
