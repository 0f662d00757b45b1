import { lazy, Suspense, type SyntheticEvent, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { readCard } from '#client/platform/hardware/read-scan.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { useWedge } from '#client/ui/fields/use-wedge.ts'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Card, CardNo } from '#shared/pos/card.contract.ts'
import { useRights } from '../../record/hooks/use-rights.ts'
import { fetchCards, putCard, putCardEnd } from '../pupils.api.ts'
import css from './pupils.module.css'

/** How the reader at this desk types; its words are the till's. */
const ScannerSheet = lazy(async () => {
  const [{ ScannerSheet: Open }] = await Promise.all([
    import('#client/features/pos/hardware/scanner-sheet.tsx'),
    loadWords('pos.hardware'),
  ])
  return { default: Open }
})

interface CardSectionProps {
  customerId: CustomerId
  isActive: boolean
  onChanged: () => void
}

/** The card in use, a new one by scanning, and those before. */
export function CardSection({ customerId, isActive, onChanged }: CardSectionProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const may = useRights()
  const titleId = useId()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchCards(customerId), [customerId]))
  const inUse = answer?.find(({ endedAt }) => endedAt === null)
  const before = answer?.filter((card) => card !== inUse) ?? []
  const changed = () => {
    again()
    onChanged()
  }
  return (
    <section className={css.cards} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('cards.title')}</h3>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer && !inUse && <p className={common.softLine}>{t('card.none')}</p>}
      {inUse && <InUse card={inUse} customerId={customerId} onChanged={changed} />}
      {answer && isActive && may('cards.give') && <GiveCard customerId={customerId} onGiven={changed} />}
      {before.length > 0 && (
        <details>
          <summary>{t('cards.history')}</summary>
          <ul className={css.history}>
            {before.map((card) => (
              <li key={card.id}>
                <CardLine card={card} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function CardLine({ card: { cardNo, givenAt, endedAt, end } }: { card: Card }) {
  const { t } = useTranslation('students.pupils')
  const format = useFormat()
  return (
    <>
      <bdi dir="ltr" className="num">
        {cardNo}
      </bdi>{' '}
      <span className={common.soft}>
        {givenAt !== null && t('cards.given-at', { day: format.day(givenAt) })}
        {givenAt !== null && endedAt !== null && ' · '}
        {endedAt !== null &&
          end !== null &&
          t('cards.ended-at', { end: t(`cards.end.${end}`), day: format.day(endedAt) })}
      </span>
    </>
  )
}

interface InUseProps {
  card: Card
  customerId: CustomerId
  onChanged: () => void
}

function InUse({ card, customerId, onChanged }: InUseProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const may = useRights()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useMutation(putCardEnd, { onSuccess: onChanged })
  return (
    <>
      <p className={css.inUse}>
        <CardLine card={card} />
      </p>
      {isAsking && <p role="alert">{t('cards.lostAsk')}</p>}
      {may('cards.give') && (
        <div className={common.actions}>
          <Button
            kind={isAsking ? 'bad' : 'plain'}
            isWorking={isPending}
            onClick={() => (isAsking ? void mutate(customerId, card.cardNo, 'lost') : setIsAsking(true))}
          >
            {t(isAsking ? 'cards.lostNow' : 'cards.lost')}
          </Button>
          {isAsking ? (
            <Button onClick={() => setIsAsking(false)}>{t('cancel')}</Button>
          ) : (
            <Button isWorking={isPending} onClick={() => void mutate(customerId, card.cardNo, 'returned')}>
              {t('cards.returned')}
            </Button>
          )}
        </div>
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}

/** Takes the next scan as the pupil's card, wherever the focus is; a number can also be typed. */
function GiveCard({ customerId, onGiven }: { customerId: CustomerId; onGiven: () => void }) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [isGiven, setIsGiven] = useState(false)
  const [isSettingUp, setIsSettingUp] = useState(false)
  const { mutate, isPending, error } = useMutation(putCard, {
    onSuccess: () => {
      setTyped('')
      setIsGiven(true)
      onGiven()
    },
  })
  const give = (code: string) => {
    const read = CardNo.safeParse(latinDigits(code.trim()))
    setIsWrong(!read.success)
    setIsGiven(false)
    if (read.success) void mutate(customerId, read.data)
  }
  // As every reader of the school has the number: the tills find the card by it.
  useWedge((code) => void (isSettingUp || readCard(code).then(give)))
  return (
    <form
      className={common.stack}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        give(typed)
      }}
    >
      <NumberField
        label={t('cards.number')}
        hint={t('cards.scan')}
        maxLength={32}
        error={isWrong ? t('cards.wrong') : undefined}
        value={typed}
        onChange={setTyped}
      />
      <div className={common.actions}>
        <Button type="submit" isWorking={isPending}>
          {t('cards.assign')}
        </Button>
        <Button kind="quiet" onClick={() => setIsSettingUp(true)}>
          {t('cards.reader')}
        </Button>
      </div>
      {isSettingUp && (
        <Suspense fallback={null}>
          <ScannerSheet onClose={() => setIsSettingUp(false)} />
        </Suspense>
      )}
      {isGiven && <InlineNotice tone="success">{t('cards.given')}</InlineNotice>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}
