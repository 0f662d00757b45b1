// chunk: phones
import { useAtomValue } from 'jotai'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useOpenForm } from '../form-context.ts'

/** Makes a phone number whole when somebody leaves it: with its country code, in groups. What is no number stays as it is. */
export function useWholeNumber(path: string): (text: string) => Promise<void> {
  const { form } = useOpenForm()
  const currency = useAtomValue(schoolAtom)?.currency
  return async (text) => {
    if (text.trim() === '') return
    const { wholeNumber } = await import('../whole-number.ts')
    const whole = wholeNumber(text, currency)
    if (whole) form.setFieldValue(path, whole)
  }
}
