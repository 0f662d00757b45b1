import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import type { AccountHolder } from '#shared/pos/pupil-account.contract.ts'
import { makeCard } from '../accounts.api.ts'
import css from './accounts.module.css'

interface CardSheetProps {
  holder: AccountHolder
  onClose: () => void
  /** There is another number now. */
  onDone: () => void
}

/** A pupil's card on paper: the name, and a code that any scanner reads as the card's number. */
export function CardSheet({ holder, onClose, onDone }: CardSheetProps) {
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
