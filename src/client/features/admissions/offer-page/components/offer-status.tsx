import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import linkPage from '#client/ui/feedback/link-page.module.css'
import type { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import css from '../offer-screen.module.css'

interface StatusProps {
  shown: OfferPage & { offer: NonNullable<OfferPage['offer']> }
}

/** A name keeps its own direction inside the sentence. */
const isolated = (name: string): string => `\u2068${name}\u2069`

/** Where the offer stands, who has still to sign, and what comes next by when. */
export function OfferStatus({ shown: { state, offer } }: StatusProps) {
  const { t, i18n } = useTranslation('admissions.offer')
  const format = useFormat()
  const { expiresAt, terms, depositDueOn, you, others, askedForTime } = offer
  const { deposit, currency } = terms
  // It expires as its last day ends.
  const lastDay = format.day(Date.parse(expiresAt) - 1)
  const missing = others.filter(({ signedAt }) => signedAt === null)
  const isPayable = state === 'accepted' && deposit !== null && depositDueOn !== null
  if (state !== 'open' && state !== 'paused' && state !== 'signed' && state !== 'accepted' && state !== 'booked')
    return null
  return (
    <section className={linkPage.box} aria-label={t('standing')} data-standing={state}>
      <strong>{t(`state.${state}`, { day: lastDay })}</strong>
      {state === 'open' && askedForTime && (
        <p>{t('askedForTime', { day: format.day(askedForTime), until: lastDay })}</p>
      )}
      {(state === 'open' || state === 'paused') && <p>{t('for', { name: isolated(you.name) })}</p>}
      {state === 'paused' && <p>{t('pausedText')}</p>}
      {you.signedAt && <p>{t('youSigned', { at: format.dateTime(you.signedAt) })}</p>}
      {others.length > 0 && (state === 'open' || state === 'signed') && (
        <>
          <p>{t(missing.length > 0 ? 'stillToSign' : 'othersSigned')}</p>
          <ul className={css.list}>
            {(missing.length > 0 ? missing : others).map(({ name }) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {isPayable && (
        <p>
          {t('payDeposit', {
            amount: format.money(deposit.amount, currency),
            day: formatDay(depositDueOn, i18n.language),
          })}
        </p>
      )}
      {state === 'accepted' && !isPayable && <p>{t('nothingToPay')}</p>}
      {(state === 'accepted' || state === 'booked') && (
        <p>{t('firstDay', { day: formatDay(terms.startOn, i18n.language) })}</p>
      )}
    </section>
  )
}
