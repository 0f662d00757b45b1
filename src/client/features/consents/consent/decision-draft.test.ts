import { expect, it } from 'vitest'
import { signatureOf } from '#client/ui/fields/signature/signature.ts'
import type { ConsentDraft } from '#local/consents/consents.ts'
import type { ConsentWording } from '#shared/consents/consent.contract.ts'
import { answersOf, isStarted } from './decision-draft.ts'

const both = { en: 'Words', ar: 'كلمات' }
const wording = (purpose: string, version: number): ConsentWording => ({
  purpose,
  version,
  title: both,
  wording: both,
  otherwise: both,
})
const draft: ConsentDraft = {
  id: '0190b6a4-0000-7000-8000-000000000001',
  chosen: { 'photos 1': true, 'trips 1': false },
  signedBy: 'drawn',
  name: 'Hind Al Mana',
  strokes: [[1, 2, 3, 4]],
}

it('brings back what was chosen, typed and drawn of the same wordings', () => {
  const same = [wording('photos', 1), wording('trips', 1)]
  const begun = isStarted(draft, same)
  expect(answersOf(begun, same)).toEqual([
    { purpose: 'photos', version: 1, agrees: true },
    { purpose: 'trips', version: 1, agrees: false },
  ])
  expect(signatureOf(begun)).toEqual({ kind: 'drawn', strokes: [[1, 2, 3, 4]] })
  expect(begun.name).toBe('Hind Al Mana')
})

it('has nothing chosen beforehand of a wording that came since, and no signature where nothing is chosen', () => {
  const changed = [wording('photos', 2), wording('trips', 1)]
  expect(answersOf(isStarted(draft, changed), changed)).toEqual([{ purpose: 'trips', version: 1, agrees: false }])
  const all = [wording('photos', 2), wording('trips', 2)]
  const begun = isStarted(draft, all)
  expect([answersOf(begun, all), begun.name, signatureOf(begun)]).toEqual([[], '', null])
})

it('takes no name for a signature that reads as another', () => {
  const signed = (name: string) => signatureOf({ signedBy: 'typed', name, strokes: [] })
  expect(signed(' هند المناعي ')).toEqual({ kind: 'typed', name: 'هند المناعي' })
  for (const name of ['Hind\u202e Al Mana', 'Hind\u0007', 'Hind\tAl', 'Hind\u200b', 'H'])
    expect(signed(name)).toBeNull()
})
