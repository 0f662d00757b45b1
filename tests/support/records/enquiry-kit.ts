import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'

const forms = defaultForms({ firstYear: 2026, ages: undefined })

/** A form with which every school begins. */
export const startForm = (slug: string) => {
  const found = forms[slug]
  if (!found) throw new Error('no such form')
  return found
}

/** Answers of a family of one child to the enquiry form; nobody but those of one number is alike. */
export const enquiryAnswers = (name: string, no: number) => ({
  parent_name: `Hind ${name}`,
  mobile: `+974550001${no}`,
  email: `${name.toLowerCase()}@home.example`,
  children: [{ name: `Sara ${name}`, dob: `2020-03-${no}`, entry_year: '2026', grade: '1' }],
  source: 'friend',
  message: 'Is there a bus?',
  contact_consent: true,
})
