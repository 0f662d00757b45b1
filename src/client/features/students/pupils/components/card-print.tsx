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
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import { maxCardsPrinted, type PrintedCard } from '#shared/pos/card.contract.ts'
import type { PupilFilter } from '#shared/students/pupils/pupil.contract.ts'
import { fetchPupils, makeCards } from '../pupils.api.ts'
import css from './cards.module.css'

interface CardPrintProps {
  /** Whose cards: those of the list. */
  filter: PupilFilter
  onClose: () => void
  /** Some pupils have a card now. */
  onDone: () => void
}

/** Prints the cards of the list, several on a sheet: names, class, and a code that any scanner reads as the card's number. */
export function CardPrint({ filter, onClose, onDone }: CardPrintProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const asked = JSON.stringify(filter)
  const read = useCallback(() => fetchPupils(JSON.parse(asked), undefined, maxCardsPrinted), [asked])
  const { answer, failure, again } = useAnswer(read)
  const [cards, setCards] = useState<readonly PrintedCard[]>()
  const { mutate, isPending, error } = useMutation(makeCards, {
    onSuccess: (made) => {
      setCards(made)
      onDone()
    },
  })
  const ids = answer?.rows.map(({ customerId }) => customerId) ?? []
  return (
    <Sheet
      title={t('print.title')}
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {cards ? (
            <Button kind="main" icon={<PrintIcon />} onClick={() => print()}>
              {t('print.print')}
            </Button>
          ) : (
            <Button kind="main" disabled={ids.length === 0} isWorking={isPending} onClick={() => void mutate(ids)}>
              {t('print.make')}
            </Button>
          )}
        </>
      }
    >
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer && <p>{t('print.text', { count: ids.length })}</p>}
      {answer && answer.next !== null && <InlineNotice tone="info">{t('print.most')}</InlineNotice>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {cards && (
        <>
          <CardPage cards={cards} />
          <Printout size="page">
            <CardPage cards={cards} />
          </Printout>
        </>
      )}
    </Sheet>
  )
}

const CardPage = ({ cards }: { cards: readonly PrintedCard[] }) => (
  <div className={css.page}>
    {cards.map((card) => (
      <PaperCard key={card.customerId} card={card} />
    ))}
  </div>
)

function PaperCard({ card: { name, className, admissionNo, cardNo } }: { card: PrintedCard }) {
  const { t } = useTranslation('students.pupils')
  const pick = useBilingual()
  const school = useAtomValue(schoolAtom)
  const qr = useMemo(() => qrPath(cardNo), [cardNo])
  return (
    <article className={css.card} data-card={cardNo}>
      <div>
        <span className={css.small}>{school && <bdi>{pick(school.name)}</bdi>}</span>
        <strong>
          <bdi lang="en">{name.en}</bdi>
          {name.ar !== name.en && (
            <bdi lang="ar" dir="rtl">
              {name.ar}
            </bdi>
          )}
        </strong>
        <span>
          <bdi>{className}</bdi> ·{' '}
          <bdi dir="ltr" className="num">
            {admissionNo}
          </bdi>
        </span>
      </div>
      <svg className={css.qr} viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`} role="img" aria-label={t('print.code')}>
        <path d={qr.path} />
      </svg>
    </article>
  )
}
