// chunk: fees
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { type Refused, refusedBecause } from '#client/platform/refused.ts'
import { type Mutation, useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'

/** A mutation whose error keeps what it is about: of the regulator its rule, of a schedule the grade. */
export const useFeeMutation = <Variables extends unknown[], Result>(
  call: (...variables: Variables) => Promise<Result>,
  onSuccess?: (result: Result) => unknown,
): Mutation<Variables, Refused> => useMutation(call, { onSuccess, reasonOf: refusedBecause })

const rules = [
  'application-cap',
  'seat-cap',
  'above-approved',
  'not-approved',
  'part-cap',
  'part-count',
  'parts-unequal',
  'first-part-early',
  'part-before-semester',
  'rise-unapproved',
  'rise-too-soon',
  'rise-within-year',
  'registered-late',
  'bounce-fee',
] as const

/** Why nothing was saved; of an unlawful schedule with the rule. */
export function FeeRefusal({ error }: { error: Refused | undefined }) {
  const { t } = useTranslation('fees.setup')
  const errorText = useErrorText()
  if (!error) return null
  const rule = rules.find((each) => each === error.field)
  return (
    <InlineNotice tone="problem">
      {error.messageId === 'fees.unlawful' && rule ? t(`unlawful.${rule}`) : errorText(error.messageId)}
    </InlineNotice>
  )
}
