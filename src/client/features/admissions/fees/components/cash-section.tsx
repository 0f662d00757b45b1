import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'
import { pendingCashAtom } from '#client/platform/offline/desk-outbox.atoms.ts'
import { Button } from '#client/ui/button.tsx'
import { Loading } from '#client/ui/tables/list-frame.tsx'
import type { CashPurpose } from '#shared/admissions/desk-cash.rules.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import { statusOf, unseenCash } from '../cash-draft.ts'
import { CashForm } from './cash-form.tsx'
import { type CashLine, lineOfPending, lineOfReceipt } from './cash-line.ts'
import { CashRow } from './cash-row.tsx'
import { OpenCash } from './open-cash.tsx'

/** Paper speaks both languages: their words are there before it is drawn. */
const CashPaper = lazy(async () => {
  const [{ CashPaper: Paper }] = await Promise.all([import('./cash-paper.tsx'), loadWordsForPaper('admissions.cash')])
  return { default: Paper }
})

interface CashProps {
  file: StudentFile
  decision: Decision
  again: () => void
}

/** Cash that the desk takes for a file, with and without a network: its receipts, and what came of each. */
export function CashSection({ file, decision, again }: CashProps) {
  const { t } = useTranslation('admissions.cash')
  const kept = useAtomValue(pendingCashAtom) ?? []
  const titleId = useId()
  const [taking, setTaking] = useState<CashPurpose>()
  const [shown, setShown] = useState<string>()
  const may = usePurposes(file)
  const here = unseenCash(file, kept)
  useBooked(here.filter(({ receipt }) => receipt !== null).length, again)
  const lines: CashLine[] = [
    ...here.map((each) => lineOfPending(each)),
    ...file.cash.toReversed().map((each) => lineOfReceipt(each, file.student)),
  ]
  const paper = lines.find(({ id }) => id === shown)
  if (lines.length === 0 && may.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <h3 id={titleId}>{t('title')}</h3>
      {lines.length === 0 && <p className={css.soft}>{t('none')}</p>}
      <OpenCash file={file} decision={decision} />
      <ul className={css.receipts}>
        {lines.map((line) => (
          <CashRow key={line.id} line={line} onShow={() => setShown(line.id)} />
        ))}
      </ul>
      {paper && (
        <Suspense fallback={<Loading>{t('receipt')}</Loading>}>
          <CashPaper key={paper.id} line={paper} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
      {taking ? (
        <CashForm
          file={file}
          standing={statusOf(file, kept, taking)}
          onTaken={(id) => {
            setTaking(undefined)
            setShown(id)
          }}
          onClose={() => setTaking(undefined)}
        />
      ) : (
        <div className={css.actions}>
          {may.map((paysFor) => (
            <Button key={paysFor} onClick={() => setTaking(paysFor)}>
              {t(`take.${paysFor}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

/** What this person may take cash for, as the file stands. */
function usePurposes(file: StudentFile): CashPurpose[] {
  const actsAs = useActorRoles()
  const [offer] = file.offers
  const isPayable = offer?.state === 'accepted' && offer.terms.deposit !== null && !offer.waiver?.agreedBy
  const mayFee = actsAs('officer', 'registrar', 'finance') && file.student.status !== 'rejected'
  return [
    ...(mayFee ? (['application-fee'] as const) : []),
    ...(actsAs('finance') && isPayable ? (['deposit'] as const) : []),
  ]
}

/** The file as it was read does not know yet what has just been booked. */
function useBooked(count: number, again: () => void): void {
  useEffect(() => {
    if (count > 0) again()
  }, [count, again])
}
