import { expect, it } from 'vitest'
import { isNewRecord, isPlainPath } from './page-paths.rules.ts'

it.each([
  '/',
  '/enquiry/new',
  '/enquiry/vmsiihe',
  '/enquiry/thanks?reference=2345',
  '/enquiryform/abq',
  '/mogra/mograhr',
  '/hr/form',
  '/HR/form#top',
  '/faceid/registration',
  '/admission',
  '/admission-dates',
  '/student_admission/register',
  '/consent/abc',
  '/pos-self',
  '/offer-letter#token=abc',
  '/fls-conditional-offer-letter/open',
])('%s stands alone', (path) => {
  expect(isPlainPath(path)).toBe(true)
})

it.each([
  '/sign-in',
  '/sign-up',
  '/access-denied',
  '/pos/pair',
  '/pos-sign-in',
  '/hrx',
  '/admissions',
  '/x/enquiry',
  '/reoffer-letters',
  '/myoffer-letter',
])('%s stands in a frame', (path) => {
  expect(isPlainPath(path)).toBe(false)
})

it('keeps the words of new records apart from ids', () => {
  expect(['new', 'register', 'New', 'REGISTER'].map(isNewRecord)).toEqual([true, true, true, true])
  expect(['newer', 'registered', '', '2345', 'renew'].map(isNewRecord)).toEqual([false, false, false, false, false])
})
