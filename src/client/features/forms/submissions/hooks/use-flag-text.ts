import { useTranslation } from 'react-i18next'

const known = ['robot', 'after-closing', 'late', 'clock-skew', 'broken-chain'] as const

/** What is odd about a submission, in words; a flag of a newer server is at least said to be there. */
export function useFlagText(): (flag: string) => string {
  const { t } = useTranslation('forms.submissions')
  return (flag) => t(`flag.${known.find((each) => each === flag) ?? 'other'}`)
}
