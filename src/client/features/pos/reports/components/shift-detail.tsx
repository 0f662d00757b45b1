import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import { ShiftPaper } from '#client/ui/print/shift-paper.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { ShiftException, ShiftSummary } from '#shared/pos/pos-report.contract.ts'
import type { BlindReport, ShiftReport } from '#shared/pos/shift.contract.ts'
import type { Beacon } from '#shared/sync/device.contract.ts'
import { numberRanges } from '../number-ranges.ts'
import { readShift } from '../pos-report.api.ts'
import { FlagText } from './flag-text.tsx'
import { ShiftReasons } from './reason-list.tsx'
import { DroppedCarts } from './removed-lines.tsx'
import css from './shift-detail.module.css'

interface MissingNumbersProps {
  shift: ShiftSummary
  report: ShiftReport | BlindReport
  missing: readonly number[]
}

/** From which receipt to which, and the numbers of the till's series that have not arrived. */
function MissingNumbers({ shift, report, missing }: MissingNumbersProps) {
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
function BeaconLine({ beacon }: { beacon: Beacon }) {
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

/** The next shift has counted another float than this close left: it stands here, where the cash went missing. */
function NextFloat({ found }: { found: NonNullable<ShiftAnswer['nextFloat']> }) {
  const { t } = useTranslation('pos.reports')
  const format = useFormat()
  const pick = useBilingual()
  return (
    <section className={css.part} data-bad>
      <h2>{t('shift.nextFloat')}</h2>
      <p>
        {t('shift.nextFloatText', { left: format.money(found.left), counted: format.money(found.counted) })}{' '}
        {found.by && <bdi>{pick(found.by)}</bdi>} <bdi className={css.soft}>{format.dateTime(found.at)}</bdi>
      </p>
    </section>
  )
}

/** What counts and should be looked at, in plain words. */
function Exceptions({ exceptions }: { exceptions: readonly ShiftException[] }) {
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

type ShiftAnswer = Awaited<ReturnType<typeof readShift>>

const refreshMs = 15_000

/** One shift as the server holds it: what is missing, what is odd, and its X or Z. Another shift takes another `key`. */
export function ShiftDetail({ shiftId }: { shiftId: string }) {
  const { t } = useTranslation('pos.reports')
  const errorText = useErrorText()
  const school = useAtomValue(schoolAtom)
  const { answer, failure, again, heard } = useHeard(useCallback(() => readShift(shiftId), [shiftId]))
  useRefresh({ again, heard }, refreshMs)
  if (!answer)
    return failure ? (
      <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
    ) : (
      <Loading>{t('loading')}</Loading>
    )
  const { report, shift, beacon } = answer
  const kind = answer.closed ? 'z' : 'x'
  const paper = school && (
    <ShiftPaper
      kind={kind}
      report={report}
      settings={{
        school: school.name,
        timeZone: school.timeZone,
        language: school.language,
        till: { name: shift.till },
      }}
      // What the device holds today says nothing about a shift that is over.
      unsent={answer.closed ? undefined : { count: beacon.unsentCount, amountMinor: beacon.unsentMinor }}
      openedAt={shift.openedAt}
      openedBy={shift.openedBy}
      closedAt={shift.closedAt ?? undefined}
      closedBy={shift.closedBy ?? undefined}
      reasons={answer.reasons}
      slips={answer.cardSlips}
      nameOf={(userId) => answer.approvers.find((each) => each.userId === userId)?.name}
    />
  )
  return (
    <article className={css.detail} aria-label={t('shift.no', { no: shift.no })}>
      {failure && (
        <InlineNotice tone="warning" isBoxed role="alert">
          {errorText(failure)}
        </InlineNotice>
      )}
      <MissingNumbers shift={shift} report={report} missing={answer.missingReceipts} />
      <BeaconLine beacon={beacon} />
      {answer.nextFloat && <NextFloat found={answer.nextFloat} />}
      <Exceptions exceptions={answer.exceptions} />
      <ShiftReasons reasons={answer.reasons} />
      <DroppedCarts carts={answer.droppedCarts} />
      <div className={css.paper}>{paper}</div>
      <Button variant="default" size="md" leftSection={<PrintIcon />} onClick={() => print()}>
        {t(`shift.print.${kind}`)}
      </Button>
      <Printout>{paper}</Printout>
    </article>
  )
}
