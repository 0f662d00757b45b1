import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { parsePhone } from '#shared/kernel/text/phone.rules.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'

/** Returns the answers with every phone number in E.164; text that is not a number is unchanged. */
export function withPhonesInE164(form: FormDefinition, answers: Answers, schoolCurrency: Currency): Answers {
  const parts = form.pages.flatMap((page) => page.sections.flatMap((section) => section.parts))
  const country = homeCountry(schoolCurrency)
  const inE164 = (row: Answers, fields: readonly Field[]): Answers => {
    const phones = new Set(fields.filter(({ type }) => type === 'phone').map(({ key }) => key))
    return Object.fromEntries(
      Object.entries(row).map(([key, answer]) => {
        const read = phones.has(key) && typeof answer === 'string' ? parsePhone(answer, country) : undefined
        return [key, read && 'e164' in read ? read.e164 : answer]
      }),
    )
  }
  const whole = inE164(
    answers,
    parts.filter((part): part is Field => part.type !== 'repeat'),
  )
  for (const part of parts) {
    const rows = whole[part.key]
    if (part.type === 'repeat' && Array.isArray(rows))
      whole[part.key] = (rows as Answers[]).map((row) => inE164(row, part.fields))
  }
  return whole
}
