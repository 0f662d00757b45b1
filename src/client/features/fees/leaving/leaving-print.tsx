// chunk: fees
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { isolated } from '../isolated.ts'
import { leavingOf } from './leaving-draft.ts'
import { LeavingPaper } from './leaving-paper.tsx'

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
