import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { OpId } from '#shared/kernel/fields.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { AccountRulesSheet } from '../../spending/account-rules-sheet.tsx'
import { readStatement } from '../accounts.api.ts'
import { type MoneyAccount, movementOf } from '../kept-top-ups.ts'
import { useAccount } from '../use-account.ts'
import css from './accounts.module.css'
import { CardSheet } from './card-sheet.tsx'
import { SchoolAllowanceSheet } from './entitlement-sheet.tsx'
import { LimitsSheet } from './limits-sheet.tsx'
import { MoneySheet } from './money-sheet.tsx'
import { MovementSheet } from './movement-sheet.tsx'
import { RecalledNote } from './recalled-note.tsx'
import { Statement } from './statement.tsx'
import { TopUpList } from './top-up-list.tsx'

interface AccountSheetProps {
  customerId: CustomerId
  /** The account as a list shows it: enough to take cash where nobody answers and this device remembers no statement. */
  listed?: MoneyAccount | undefined
  onClose: () => void
  /** Its money or its limits have changed. */
  onChanged: () => void
}

/** One account: its statement, what the school pays, and the card. What is changed takes the place of what is shown. */
export function AccountSheet({ customerId, listed, onClose, onChanged }: AccountSheetProps) {
  const { t } = useTranslation(['pos.pupil-accounts', 'pos.spending'])
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(useCallback(() => readStatement(customerId), [customerId]))
  const [openSheet, setOpenSheet] = useState<OpenSheet>()
  const account = useAccount(customerId, { statement: answer, listed: failure === 'L000' ? listed : undefined, again })
  const back = () => setOpenSheet(undefined)
  const done = () => {
    back()
    again()
    onChanged()
  }
  const { shown, isRecalled, kept, known, recalledAtMs } = account
  const topUp = kept.find(({ operation }) => operation.opId === openSheet)
  if (shown && topUp) return <MovementSheet movement={movementOf(topUp, shown.holder)} onClose={done} />
  if (answer && openSheet === 'entitlement')
    return <SchoolAllowanceSheet statement={answer} onClose={back} onDone={done} />
  if (shown && openSheet === 'money')
    return <MoneySheet account={shown} isOffline={isRecalled} onClose={back} onDone={done} onKept={setOpenSheet} />
  if (answer && openSheet === 'limits') return <LimitsSheet statement={answer} onClose={back} onDone={done} />
  if (openSheet === 'rules') return <AccountRulesSheet customerId={customerId} onClose={back} onDone={done} />
  if (answer && openSheet === 'card') return <CardSheet holder={answer.holder} onClose={back} onDone={again} />
  return (
    <Sheet
      key="shown"
      size="wide"
      title={shown ? <Name of={shown} /> : t('loading')}
      onClose={onClose}
      footer={shown && <Actions isOffline={isRecalled} onOpen={setOpenSheet} />}
    >
      {failure && !(shown && failure === 'L000') && (
        <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
      )}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      <RecalledNote atMs={recalledAtMs} />
      {answer?.studentId && (
        <p>
          <Link to="/student/$id" params={{ id: answer.studentId }} className={css.file}>
            {t('statement.file')}
          </Link>
        </p>
      )}
      <TopUpList topUps={kept} onShow={({ operation }) => setOpenSheet(operation.opId)} />
      {answer && <Statement statement={answer} kept={known} isRecalled={isRecalled} />}
      {!answer && shown && (
        <p>
          {t('statement.balance')} <Money minor={shown.balance} />
        </p>
      )}
    </Sheet>
  )
}

/** One of these, or the id of a top-up that this device keeps. */
type OpenSheet = 'entitlement' | 'card' | 'money' | 'limits' | 'rules' | OpId

/** What can be done with an account; without a network cash can be taken, and nothing else. */
function Actions({ isOffline, onOpen }: { isOffline: boolean; onOpen: (sheet: OpenSheet) => void }) {
  const { t } = useTranslation(['pos.pupil-accounts', 'pos.spending'])
  return (
    <>
      <Button kind="main" onClick={() => onOpen('money')}>
        {t('money.open')}
      </Button>
      {!isOffline && (
        <>
          <Button onClick={() => onOpen('limits')}>{t('limits.open')}</Button>
          <Button onClick={() => onOpen('rules')}>{t('pos.spending:account.open')}</Button>
          <Button onClick={() => onOpen('card')}>{t('card.open')}</Button>
          <Button onClick={() => onOpen('entitlement')}>{t('entitlement.open')}</Button>
        </>
      )}
    </>
  )
}

const Name = ({ of }: { of: MoneyAccount }) => <bdi>{useBilingual()(of.holder.name)}</bdi>
