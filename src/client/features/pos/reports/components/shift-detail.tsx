import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import { ShiftPaper } from '#client/ui/print/shift-paper.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { readShift } from '../pos-report.api.ts'
import css from './shift-detail.module.css'
import { BeaconLine, Exceptions, MissingNumbers } from './shift-findings.tsx'

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
      settings={{ school: school.name, timeZone: school.timeZone, till: { name: shift.till } }}
      // What the device holds today says nothing about a shift that is over.
      unsent={answer.closed ? undefined : { count: beacon.unsentCount, amountMinor: beacon.unsentMinor }}
      openedAt={shift.openedAt}
      closedAt={shift.closedAt ?? undefined}
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
      <Exceptions exceptions={answer.exceptions} />
      <div className={css.paper}>{paper}</div>
      <Button variant="default" size="md" leftSection={<PrintIcon />} onClick={() => print()}>
        {t(`shift.print.${kind}`)}
      </Button>
      <Printout>{paper}</Printout>
    </article>
  )
}
