import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { AccountStatement } from '#shared/pos/pupil-account.contract.ts'
import { readStatement } from '../accounts.api.ts'
import css from './accounts.module.css'
import { CardSheet } from './card-sheet.tsx'
import { SchoolAllowanceSheet } from './entitlement-sheet.tsx'
import { Statement } from './statement.tsx'

/** One account: its statement, what the school pays, and the card. What is changed takes the place of what is shown. */
export function AccountSheet({ customerId, onClose }: { customerId: CustomerId; onClose: () => void }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(useCallback(() => readStatement(customerId), [customerId]))
  const [deed, setDeed] = useState<'entitlement' | 'card'>()
  const back = () => setDeed(undefined)
  const done = () => {
    back()
    again()
  }
  if (answer && deed === 'entitlement') return <SchoolAllowanceSheet statement={answer} onClose={back} onDone={done} />
  if (answer && deed === 'card') return <CardSheet holder={answer.holder} onClose={back} onDone={again} />
  return (
    <Sheet
      key="shown"
      size="wide"
      title={answer ? <Name statement={answer} /> : t('loading')}
      onClose={onClose}
      footer={
        answer && (
          <>
            <Button onClick={() => setDeed('card')}>{t('card.open')}</Button>
            <Button onClick={() => setDeed('entitlement')}>{t('entitlement.open')}</Button>
          </>
        )
      }
    >
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer?.studentId && (
        <p>
          <Link to="/student/$id" params={{ id: answer.studentId }} className={css.file}>
            {t('statement.file')}
          </Link>
        </p>
      )}
      {answer && <Statement statement={answer} />}
    </Sheet>
  )
}

const Name = ({ statement }: { statement: AccountStatement }) => <bdi>{useBilingual()(statement.holder.name)}</bdi>
