import { expect, it } from 'vitest'
import { addressOfForm, formAtAddress } from './form-address.rules.ts'

it.each([
  ['enquiry', '/enquiry/new'],
  ['enquiry-abq', '/enquiryform/abq'],
  ['admission', '/admission'],
  ['open-day', '/enquiryform/open-day'],
])('%s is at %s, and the other way round', (slug, path) => {
  expect(addressOfForm(slug)).toBe(path)
  expect(formAtAddress(path)).toBe(slug)
})

it.each(['/', '/enquiry', '/enquiry/thanks', '/enquiryform/', '/enquiryform/../x', '/constructor', '/enquiryform/A b'])(
  'no form is at %s',
  (path) => {
    expect(formAtAddress(path)).toBeUndefined()
  },
)
