import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Money } from '#client/ui/tables/money.tsx'
import type { OfferRequest } from '#shared/admissions/offers/offer.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import css from './offer-terms.module.css'

interface TermsProps {
  of: Pick<z.input<typeof OfferRequest>, 'terms' | 'signers'>
  /** The last day on which it may be answered, as it is shown. */
  until: string
}

/** What a seat is to be offered with, for the person who decides whether it is. */
export function OfferTerms({ of: { terms, signers }, until }: TermsProps) {
  const { t, i18n } = useTranslation('students')
  const pick = useBilingual()
  const { fees, deposit, conditions, currency } = terms
  return (
    <dl className={css.terms}>
      <Fact name={t('offer.letter')}>{t(`offer.name.${terms.letter}`)}</Fact>
      <Fact name={t('offer.startOn')}>{formatDay(terms.startOn, i18n.language)}</Fact>
      <Fact name={t('offer.expiresOn')}>{until}</Fact>
      {deposit && (
        <Fact name={t('offer.depositAsked')}>
          <Money minor={deposit.amount} currency={currency} />
        </Fact>
      )}
      <Lines name={t('offer.fees')} rows={fees}>
        {({ label, amount }) => (
          <>
            <bdi>{pick(label)}</bdi> · <Money minor={amount} currency={currency} />
          </>
        )}
      </Lines>
      <Lines name={t('offer.conditions')} rows={conditions}>
        {(condition) => <bdi>{pick(condition)}</bdi>}
      </Lines>
      <Lines name={t('offer.signers')} rows={signers}>
        {({ name, email }) => (
          <>
            <bdi>{name}</bdi> · <bdi dir="ltr">{email}</bdi>
          </>
        )}
      </Lines>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </div>
)

interface LinesProps<T> {
  name: string
  rows: readonly T[]
  children: (row: T) => ReactNode
}

function Lines<T>({ name, rows, children }: LinesProps<T>) {
  if (rows.length === 0) return null
  return (
    <div className={css.whole}>
      <dt>{name}</dt>
      {rows.map((row, at) => (
        // Rows have no name but their place.
        <dd key={at}>{children(row)}</dd>
      ))}
    </div>
  )
}
