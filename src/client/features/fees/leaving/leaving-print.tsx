// chunk: fees
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { isolated } from '../isolated.ts'
import { leavingOf } from './leaving-draft.ts'
import { LeavingStatement } from './leaving-statement.tsx'
import type { LeavingLanguage } from './leaving-words.ts'
import css from './leaving.module.css'

/** Prints a statement. The paper is there only as long as it is printed: other papers of the page are printed without it. */
function usePaper() {
  const [paper, setPaper] = useState<ChildLeaving>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const done = () => setPaper(undefined)
    addEventListener('afterprint', done)
    return () => removeEventListener('afterprint', done)
  }, [])
  const onPrint = (leaving: ChildLeaving) => {
    // The browser prints what is drawn when it is asked.
    flushSync(() => setPaper(leaving))
    try {
      print()
      setFailed(false)
    } catch {
      setPaper(undefined)
      setFailed(true)
    }
  }
  return { paper, hasFailed, onPrint }
}

/** Prints the statement: where several pay, one for each of them with the own sums alone. */
export function PrintLeaving({ leaving }: { leaving: ChildLeaving }) {
  const { t } = useTranslation('fees.leaving')
  const { nameOf } = useFeeText()
  const { paper, hasFailed, onPrint } = usePaper()
  const { payers } = leaving.sum
  const isShared = payers.length > 1
  return (
    <>
      <p className={common.actions}>
        {!isShared && <Button onClick={() => onPrint(leaving)}>{t('print')}</Button>}
        {isShared &&
          payers.map(({ payer }) => (
            <Button key={payer.payerId} onClick={() => onPrint(leavingOf(leaving, payer.payerId))}>
              {t('printFor', { name: isolated(nameOf(payer)) })}
            </Button>
          ))}
      </p>
      {hasFailed && <InlineNotice tone="problem">{t('cannotPrint')}</InlineNotice>}
      {paper && <LeavingPaper leaving={paper} isShared={isShared} />}
    </>
  )
}

/** The statement on paper: in the school’s first language, then in the other one, with the cheques to sign for. */
function LeavingPaper({ leaving, isShared }: { leaving: ChildLeaving; isShared: boolean }) {
  const { i18n } = useTranslation('fees.leaving')
  const school = useAtomValue(schoolAtom)
  const order = school?.language === 'ar' ? (['ar', 'en'] as const) : (['en', 'ar'] as const)
  return (
    <Printout size="page">
      {order.map((lng) => {
        const t = i18n.getFixedT(lng, 'fees.leaving')
        const format = createFormat(lng, school?.timeZone, leaving.currency)
        return (
          <section key={lng} className={css.paper} lang={lng} dir={lng === 'ar' ? 'rtl' : 'ltr'}>
            <p>{school?.name[lng]}</p>
            <h1>{t('title')}</h1>
            <LeavingStatement leaving={leaving} isShared={isShared} in={{ lng, t, format }} />
            <SignedCheques leaving={leaving} in={{ lng, t, format }} />
          </section>
        )
      })}
    </Printout>
  )
}

function SignedCheques({ leaving: { cheques }, in: { t, format } }: { leaving: ChildLeaving; in: LeavingLanguage }) {
  if (cheques.length === 0) return null
  return (
    <>
      <h2>{t('cheques')}</h2>
      <ul className={css.signed}>
        {cheques.map(({ chequeId, number, bank, amount, currency, datedOn }) => (
          <li key={chequeId}>
            <bdi dir="ltr">{number}</bdi> · <bdi>{bank}</bdi> · {format.money(amount, currency)} ·{' '}
            {format.day(`${datedOn}T12:00Z`)}
            <p className={css.line}>{t('signature')}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
