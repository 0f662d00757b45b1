import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Reason, ShiftReason } from '#shared/pos/pos-report.contract.ts'
import css from './shift-detail.module.css'

/** One reason in words: what for, why, and who did or approved it. */
export function ReasonText({ reason: { kind, text, by, item, approvedBy } }: { reason: Reason }) {
  const { t } = useTranslation('pos.reports')
  const pick = useBilingual()
  return (
    <>
      {t(`reason.${kind}`)}
      {item && (
        <>
          {' '}
          <bdi>{pick(item)}</bdi>
        </>
      )}
      {': '}
      <bdi>{text}</bdi>
      {by && (
        <>
          {' · '}
          <bdi>{pick(by)}</bdi>
        </>
      )}
      {approvedBy && ` · ${t('reason.approvedBy', { name: pick(approvedBy) })}`}
    </>
  )
}

/** Every reason given in a shift, oldest first. */
export function ShiftReasons({ reasons }: { reasons: readonly ShiftReason[] }) {
  const { t } = useTranslation('pos.reports')
  if (reasons.length === 0) return null
  return (
    <section className={css.part}>
      <h2>{t('reason.title')}</h2>
      {/* A scrolled box must be reachable without a mouse. */}
      <ul className={css.exceptions} tabIndex={0} aria-label={t('reason.title')}>
        {reasons.map((reason, n) => (
          <li key={n}>
            {reason.receiptNo && <bdi dir="ltr">{reason.receiptNo}</bdi>} <ReasonText reason={reason} />
          </li>
        ))}
      </ul>
    </section>
  )
}
