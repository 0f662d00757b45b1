import { describe, expect, it } from 'vitest'
import { subjectFaults } from './commit-subject.ts'

describe('the subject of a commit', () => {
  it.each([
    'fix(sync): declare a gap before the batch that follows it',
    'docs: title each decision by what it says',
    'build(deps): pin zod to 4.6.7',
    'feat(pos): add `voidSale`',
  ])('may be "%s"', (subject) => {
    expect(subjectFaults(subject)).toEqual([])
  })

  it.each([
    ['Walk the waiver of a form in a browser', 'is not `type(domain): summary`'],
    ['fix(sync) declare a gap', 'is not `type(domain): summary`'],
    ['fix(sync):declare a gap', 'is not `type(domain): summary`'],
    ['fix:  ', 'is not `type(domain): summary`'],
    ['chore: tidy', 'has the type "chore"'],
    ['fix(tills): round cash', 'has the domain "tills"'],
    ['fix(): round cash', 'has the domain ""'],
    ['fix(pos): round cash.', 'ends with a full stop'],
  ])('is not "%s"', (subject, fault) => {
    expect(subjectFaults(subject)).toEqual([expect.stringContaining(fault)])
  })

  it('has at most 72 characters', () => {
    const subject = (length: number) => 'fix(pos): '.padEnd(length, 'x')
    expect(subjectFaults(subject(72))).toEqual([])
    expect(subjectFaults(subject(73))).toEqual(['has 73 characters, 72 are allowed'])
  })

  it('lists every fault', () => {
    expect(subjectFaults(`chore(tills): ${'x'.repeat(80)}.`)).toHaveLength(4)
  })
})
