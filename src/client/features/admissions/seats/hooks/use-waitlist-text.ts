import { useTranslation } from 'react-i18next'
import { namesOf } from '#client/features/students/record/student-names.ts'
import type { PositionReason } from '#shared/admissions/waiting-list.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'

/** What is kept of a waiting list, in words of either language. */
export function useWaitlistText() {
  const { t, i18n } = useTranslation('admissions')
  const day = (of: string) => formatDay(of, i18n.language)
  /** Why a child stands where it does. */
  const reason = ({ claim, verifiedOn, since }: PositionReason): string =>
    claim && verifiedOn
      ? t('line.reason.claim', { claim: t(`claim.${claim}`), verified: day(verifiedOn), since: day(since) })
      : t('line.reason.date', { since: day(since) })
  /** Another child, by its name in the reader's script. */
  const name = (child: Parameters<typeof namesOf>[0] & { registration_id: string }): string =>
    `\u2068${namesOf(child, i18n.language)[0] ?? child.registration_id}\u2069`
  return { reason, name }
}
