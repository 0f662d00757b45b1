import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { MatchReason } from '#shared/forms/people/person.contract.ts'

/** Why two may be one person, in words. */
export function useReasonText(): (reason: z.infer<typeof MatchReason>) => string {
  const { t } = useTranslation('forms.submissions')
  return (reason) => {
    if (reason.clue === 'name') return t(`reason.name.${reason.how}`)
    if (reason.clue === 'birth-date') return t(`reason.birth-date.${reason.how}`)
    return t(`reason.${reason.clue}`)
  }
}
