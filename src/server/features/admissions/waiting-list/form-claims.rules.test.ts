import { expect, it } from 'vitest'
import { claimsFromForm } from './student-claim.service.ts'

it('reads what an application claims, each once, and nothing that no claim is called by', () => {
  const claims = [
    { claim: 'sibling', detail: ' 4-B, Omar ' },
    { claim: 'staff' },
    { claim: 'sibling', detail: 'again' },
    { claim: 'rich' },
    { detail: 'no claim' },
  ]
  expect(claimsFromForm({ claims })).toEqual([
    { kind: 'sibling', note: '4-B, Omar' },
    { kind: 'staff-child', note: '' },
  ])
  expect(claimsFromForm({})).toEqual([])
  expect(claimsFromForm({ claims: 'sibling' })).toEqual([])
  expect(claimsFromForm({ claims: [{ claim: 'constructor' }, { claim: 'toString' }] })).toEqual([])
})
