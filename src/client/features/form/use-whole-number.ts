import { useAtomValue } from 'jotai'
import { schoolAtom } from '#client/platform/school.atoms.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { useOpenForm } from './form-context.ts'

/** Where a number without a country code is at home: where the school is. */
const countryOf: Partial<Record<Currency, 'AE' | 'BH' | 'KW' | 'OM' | 'QA' | 'SA'>> = {
  AED: 'AE',
  BHD: 'BH',
  KWD: 'KW',
  OMR: 'OM',
  QAR: 'QA',
  SAR: 'SA',
}

/** Makes a phone number whole when somebody leaves it: with its country code, in groups. What is no number stays as it is. */
export function useWholeNumber(path: string): (text: string) => Promise<void> {
  const { form } = useOpenForm()
  const currency = useAtomValue(schoolAtom)?.currency
  const country = (currency && countryOf[currency]) ?? 'QA'
  return async (text) => {
    if (text.trim() === '') return
    const { readPhone, showPhone } = await import('#shared/rules/phone.rules.ts')
    const read = readPhone(text, country)
    if ('e164' in read) form.setFieldValue(path, showPhone(read.e164))
  }
}
