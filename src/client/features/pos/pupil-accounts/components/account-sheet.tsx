import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import type { AccountHolder, AccountStatement } from '#shared/pos/pupil-account.contract.ts'
import { AccountRulesSheet } from '../../spending/account-rules-sheet.tsx'
import { makeCard, readStatement } from '../accounts.api.ts'
import css from './accounts.module.css'
import { SchoolAllowanceSheet } from './entitlement-sheet.tsx'
import { LimitsSheet } from './limits-sheet.tsx'
import { MoneySheet } from './money-sheet.tsx'
import { Statement } from './statement.tsx'

interface CardSheetProps {
  holder: AccountHolder
  onClose: () => void
  /** There is another number now. */
  onDone: () => void
}

/** A pupil's card on paper: the name, and a code that any scanner reads as the card's number. */
function CardSheet({ holder, onClose, onDone }: CardSheetProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const errorText = useErrorText()
  const [shown, setShown] = useState(holder)
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useMutation(makeCard, {
    onSuccess: (made) => {
      setShown(made)
      onDone()
    },
    onSettled: () => setIsAsking(false),
  })
  const mustAsk = shown.cardNo !== null && !isAsking
  return (
    <Sheet
      key="card"
      size="narrow"
      title={t('card.title')}
      onClose={onClose}
      footer={
        <>
          <Button
            kind={isAsking ? 'bad' : 'plain'}
            isWorking={isPending}
            onClick={() => (mustAsk ? setIsAsking(true) : void mutate(holder.customerId))}
          >
            {t(isAsking ? 'card.newNow' : 'card.new')}
          </Button>
          {shown.cardNo !== null && (
            <Button kind="main" icon={<PrintIcon />} onClick={() => print()}>
              {t('card.print')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(shown.cardNo === null ? 'card.none' : 'card.text')}</p>
      {isAsking && <p role="alert">{t('card.newText')}</p>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {shown.cardNo !== null && (
        <>
          <Card holder={shown} cardNo={shown.cardNo} />
          <Printout size="page">
            <Card holder={shown} cardNo={shown.cardNo} />
          </Printout>
        </>
      )}
    </Sheet>
  )
}

function Card({ holder, cardNo }: { holder: AccountHolder; cardNo: string }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const pick = useBilingual()
  const school = useAtomValue(schoolAtom)
  const qr = useMemo(() => qrPath(cardNo), [cardNo])
  return (
    <article className={css.card} data-card={cardNo}>
      <span>{school && <bdi>{pick(school.name)}</bdi>}</span>
      <strong>
        <bdi lang="en">{holder.name.en}</bdi>
        <bdi lang="ar" dir="rtl">
          {holder.name.ar}
        </bdi>
      </strong>
      <svg className={css.qr} viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`} role="img" aria-label={t('card.code')}>
        <path d={qr.path} />
      </svg>
    </article>
  )
}

interface AccountSheetProps {
  customerId: CustomerId
  onClose: () => void
  /** Its money or its limits have changed. */
  onChanged: () => void
}

/** One account: its statement, what the school pays, and the card. What is changed takes the place of what is shown. */
export function AccountSheet({ customerId, onClose, onChanged }: AccountSheetProps) {
  const { t } = useTranslation(['pos.pupil-accounts', 'pos.spending'])
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(useCallback(() => readStatement(customerId), [customerId]))
  const [openSheet, setOpenSheet] = useState<'entitlement' | 'card' | 'money' | 'limits' | 'rules'>()
  const back = () => setOpenSheet(undefined)
  const done = () => {
    back()
    again()
    onChanged()
  }
  if (answer && openSheet === 'entitlement')
    return <SchoolAllowanceSheet statement={answer} onClose={back} onDone={done} />
  if (answer && openSheet === 'money') return <MoneySheet statement={answer} onClose={back} onDone={done} />
  if (answer && openSheet === 'limits') return <LimitsSheet statement={answer} onClose={back} onDone={done} />
  if (openSheet === 'rules') return <AccountRulesSheet customerId={customerId} onClose={back} onDone={done} />
  if (answer && openSheet === 'card') return <CardSheet holder={answer.holder} onClose={back} onDone={again} />
  return (
    <Sheet
      key="shown"
      size="wide"
      title={answer ? <Name statement={answer} /> : t('loading')}
      onClose={onClose}
      footer={
        answer && (
          <>
            <Button kind="main" onClick={() => setOpenSheet('money')}>
              {t('money.open')}
            </Button>
            <Button onClick={() => setOpenSheet('limits')}>{t('limits.open')}</Button>
            <Button onClick={() => setOpenSheet('rules')}>{t('pos.spending:account.open')}</Button>
            <Button onClick={() => setOpenSheet('card')}>{t('card.open')}</Button>
            <Button onClick={() => setOpenSheet('entitlement')}>{t('entitlement.open')}</Button>
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
