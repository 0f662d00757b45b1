import { expect, it } from 'vitest'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import { prefilledAnswers } from '#shared/forms/form-prefill.rules.ts'

const forms = defaultForms({ firstYear: 2026, ages: undefined })
const answers = {
  parent_name: 'Hind Al Mana',
  mobile: '+97455000142',
  email: 'hind@home.example',
  preferred_channel: 'whatsapp',
  children: [
    { name: 'Sara Al Mana', dob: '2020-03-14', entry_year: '2027', grade: '1' },
    { name: 'سلمان المانع', dob: '2018-01-02', entry_year: '2026', grade: '3', current_school: 'Nursery' },
  ],
  source: 'friend',
  message: 'Is there a bus?',
  contact_consent: true,
}
const begin = (from: string, place: number, to: string, given: object = answers) => {
  const [one, other] = [forms[from], forms[to]]
  if (!one || !other) throw new Error('no such form')
  return prefilledAnswers(one, given as never, place, other)
}

it('begins an application with what the enquiry says of one child and its family', () => {
  expect(begin('enquiry', 0, 'admission')).toEqual({
    writer_name: 'Hind Al Mana',
    writer_mobile: '+97455000142',
    writer_email: 'hind@home.example',
    legal_name: 'Sara Al Mana',
    dob: '2020-03-14',
    entry_year: '2027',
    grade: '1',
  })
  expect(begin('enquiry', 1, 'admission')).toMatchObject({
    legal_name: 'سلمان المانع',
    grade: '3',
    has_attended: true,
    schools: [{ school: 'Nursery' }],
  })
})

it('names nobody where the enquiry has no such child, and gives no consent for anybody', () => {
  const begun = begin('enquiry', 5, 'admission')
  expect(begun).not.toHaveProperty('legal_name')
  expect(JSON.stringify(begin('enquiry', 0, 'enquiry'))).not.toContain('consent')
})

it('leaves out a choice that the other form does not offer', () => {
  const old = { ...answers, children: [{ name: 'Sara', dob: '2020-03-14', entry_year: '1990', grade: 'nursery-x' }] }
  const begun = begin('enquiry', 0, 'admission', old)
  expect(begun).not.toHaveProperty('grade')
  expect(begun).not.toHaveProperty('entry_year')
})
