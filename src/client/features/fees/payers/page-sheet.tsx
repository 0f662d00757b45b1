// chunk: fees
import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useFile } from '#client/platform/files/use-file.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import type { FeePageLink } from '#shared/fees/family/fee-page-link.contract.ts'
import type { FeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { MakePageLink } from './make-page-link.tsx'
import { endPageLink, fetchPageLinks, fetchStatement } from './payer.api.ts'
import { usePayerName } from './use-payer-name.ts'

interface PageSheetProps {
  payer: FeePayer
  onClose: () => void
}

/** The page on which a payer sees and pays the own part: its links, made, sent and withdrawn here, and the statement. */
export function PageSheet({ payer, onClose }: PageSheetProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const nameOf = usePayerName()
  const may = useRights()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchPageLinks(payer.id), [payer.id]))
  return (
    <Sheet
      title={<bdi>{t('page.title', { name: nameOf(payer) })}</bdi>}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('page.done')}</Button>}
    >
      <p className={common.softLine}>{t('page.lead')}</p>
      {may('fees.bill') && <MakePageLink payer={payer} onMade={again} />}
      <h3 className={common.heading}>{t('page.links')}</h3>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('page.loading')}</Loading>}
      {answer && <Links links={answer} onEnded={again} />}
      <Statement payerId={payer.id} />
    </Sheet>
  )
}

function Links({ links, onEnded }: { links: readonly FeePageLink[]; onEnded: () => void }) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const format = useFormat()
  const may = useRights()
  const { mutate, isPending, error } = useMutation(endPageLink, { onSuccess: onEnded })
  if (links.length === 0) return <p className={common.softLine}>{t('page.none')}</p>
  return (
    <>
      <ul className={common.list}>
        {links.map(({ id, email, state, madeAt, expiresAt }) => (
          <li key={id}>
            <p className={common.smallLine}>
              {email === null ? t('page.handed') : <bdi dir="ltr">{email}</bdi>} · {format.dateTime(madeAt)}
            </p>
            <p className={common.smallLine}>{t(`page.state.${state}`, { day: format.day(expiresAt) })}</p>
            {may('fees.bill') && (state === 'waiting' || state === 'opened') && (
              <Button kind="quiet" isWorking={isPending} onClick={() => void mutate(id)}>
                {t('page.end')} <span className="visually-hidden">{email ?? format.dateTime(madeAt)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}

const isDay = (text: string): boolean => /^[12]\d{3}-\d\d-\d\d$/.test(text)

/** The statement of the payer as of a day, with full names. */
function Statement({ payerId }: { payerId: string }) {
  const { t, i18n } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const today = businessDay(machineClock.nowMs(), timeZone, 0)
  const [asOf, setAsOf] = useState<string>(today)
  const { save, isPending, error } = useFile()
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <section className={common.stack}>
      <h3 className={common.heading}>{t('page.statement')}</h3>
      <DateField label={t('page.asOf')} max={today} value={asOf} onChange={setAsOf} />
      <div className={common.actions}>
        <Button
          isWorking={isPending}
          disabled={!isDay(asOf) || asOf > today}
          onClick={() => void save(() => fetchStatement({ payerId, asOf, language }))}
        >
          {t('page.saveStatement')}
        </Button>
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </section>
  )
}
