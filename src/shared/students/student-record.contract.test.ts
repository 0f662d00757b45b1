import { expect, it } from 'vitest'
import { Guardian, RecordIdentity } from './student-record.contract.ts'

it('takes direction marks out of the names of a child and its guardians', () => {
  for (const { nameLatin } of [RecordIdentity.shape, Guardian.shape]) {
    expect(nameLatin.parse(' Sara \u202eexe.gnp\u2069')).toBe('Sara exe.gnp')
    expect(nameLatin.parse('\u200f')).toBeNull()
    expect(nameLatin.parse(null)).toBeNull()
    expect(nameLatin.safeParse('a'.repeat(161)).success).toBe(false)
  }
})
