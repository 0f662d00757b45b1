import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Money } from '#client/ui/tables/money.tsx'
import type { ShiftException, ShiftSummary } from '#shared/pos/pos-report.contract.ts'
import type { ShiftReport } from '#shared/pos/shift.contract.ts'
import type { Beacon } from '#shared/sync/device.contract.ts'
import { numberRanges } from '../number-ranges.ts'
import { FlagText } from './flag-text.tsx'
import css from './shift-detail.module.css'

interface MissingNumbersProps {
  shift: ShiftSummary
  report: ShiftReport
  missing: readonly number[]
}

/** From which receipt to which, and the numbers of the till's series that have not arrived. */
export function MissingNumbers({ shift, report, missing }: MissingNumbersProps) {
  const { t } = useTranslation('pos.reports')
  const { firstReceipt, lastReceipt } = report
  return (
    <section className={css.part} data-bad={missing.length > 0 || undefined}>
      <h2>{t('shift.receipts')}</h2>
      <p>
        {firstReceipt && lastReceipt ? (
          <bdi dir="ltr" className="num">{`${firstReceipt} – ${lastReceipt}`}</bdi>
        ) : (
          t('shift.noReceipts')
        )}
      </p>
      {missing.length === 0 ? (
        <p>{t('shift.noneMissing')}</p>
      ) : (
        <>
          <p>
            {t('shift.missing', { count: missing.length })} <bdi dir="ltr">{shift.series}</bdi>
          </p>
          {/* A scrolled box must be reachable without a mouse. */}
          <ul className={css.numbers} tabIndex={0} aria-label={t('shift.missing', { count: missing.length })}>
            {numberRanges(missing).map(({ from, to }) => (
              <li key={from}>
                <bdi dir="ltr" className="num">
                  {from === to ? from : `${from}–${to}`}
                </bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** What the shift's device last said that it still holds, of whichever shift. */
export function BeaconLine({ beacon }: { beacon: Beacon }) {
  const { t } = useTranslation('pos.reports')
  const format = useFormat()
  return (
    <section className={css.part} data-bad={beacon.unsentCount > 0 || undefined}>
      <h2>{t('shift.device')}</h2>
      <p>
        {t('shift.unsent')} <bdi className="num">{format.count(beacon.unsentCount)}</bdi> ·{' '}
        <Money minor={beacon.unsentMinor} />
      </p>
      <p className={css.soft}>
        {beacon.at ? t('shift.beacon', { time: format.dateTime(beacon.at) }) : t('shift.noBeacon')}
      </p>
    </section>
  )
}

/** What counts and should be looked at, in plain words. */
export function Exceptions({ exceptions }: { exceptions: readonly ShiftException[] }) {
  const { t } = useTranslation('pos.reports')
  const format = useFormat()
  if (exceptions.length === 0) return null
  return (
    <section className={css.part} data-bad>
      <h2>{t('shift.exceptions', { count: exceptions.length })}</h2>
      {/* A scrolled box must be reachable without a mouse. */}
      <ul className={css.exceptions} tabIndex={0} aria-label={t('shift.exceptions', { count: exceptions.length })}>
        {exceptions.map(({ opId, code, receiptNo, at }) => (
          <li key={`${opId} ${code}`}>
            {receiptNo && <bdi dir="ltr">{receiptNo}</bdi>} <FlagText flag={code} />{' '}
            <bdi className={css.soft}>{format.dateTime(at)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
