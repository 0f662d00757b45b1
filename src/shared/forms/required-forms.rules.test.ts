import fc from 'fast-check'
import { expect, it } from 'vitest'
import { usualGrades } from '#shared/school/usual-grades.ts'
import { blankForm } from './form-blank.rules.ts'
import { formsRequiredOf, isByLink, requiredFormState } from './required-forms.rules.ts'

const grade = fc.constantFrom(...usualGrades)
const forms = fc.uniqueArray(fc.record({ slug: fc.stringMatching(/^[a-z]{3}$/), grades: fc.uniqueArray(grade) }), {
  selector: ({ slug }) => slug,
})
const both = (text: string) => ({ en: text, ar: text })
const byLink = () => blankForm(both('Health'), 'enquiry')
const withFile = (isOfficeOnly: boolean) => {
  const form = byLink()
  const of = { key: 'card', label: both('Card'), tier: 'default', accept: ['pdf' as const], maxFiles: 1 } as const
  form.pages[0]?.sections[0]?.parts.push({ ...of, accept: [...of.accept], type: 'file', isOfficeOnly })
  return form
}

it('a form is asked of a child exactly where its grade is named, or none is; in the order of the school', () => {
  fc.assert(
    fc.property(forms, fc.option(grade), (named, of) => {
      const asked = formsRequiredOf(named, of)
      expect(asked).toEqual(named.map(({ slug }) => slug).filter((slug) => asked.includes(slug)))
      for (const { slug, grades } of named)
        expect(asked.includes(slug)).toBe(grades.length === 0 || grades.some((each) => each === of))
    }),
  )
})

it('is answered by a link where it takes no files and begins no application', () => {
  for (const purpose of ['enquiry', 'criteria'] as const) expect(isByLink({ ...byLink(), purpose })).toBe(true)
  for (const purpose of ['admission', 'hr'] as const) expect(isByLink({ ...byLink(), purpose })).toBe(false)
  expect([isByLink(withFile(false)), isByLink(withFile(true))]).toEqual([false, true])
})

it('hinders only while it can be answered and is neither answered nor done without', () => {
  const published = fc.constantFrom(undefined, byLink(), withFile(false))
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), published, (isDone, isWaived, form) => {
      const state = requiredFormState({ isDone, isWaived, published: form })
      expect(state === 'open').toBe(!isDone && !isWaived && form !== undefined && isByLink(form))
      if (isDone) expect(state).toBe('done')
    }),
  )
})
