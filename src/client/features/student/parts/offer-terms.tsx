import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Money } from '#client/ui/money.tsx'
import type { OfferAsked } from '#shared/contract/offer.ts'
import { writtenDay } from '#shared/rules/written-day.rules.ts'
import css from './student-sheet.module.css'

interface TermsProps {
  of: Pick<z.input<typeof OfferAsked>, 'terms' | 'signers'>
  /** The last day on which it may be answered, as it is shown. */
  until: string
}

/** What a seat is to be offered with, for whoever decides whether it is. */
export function OfferTerms({ of: { terms, signers }, until }: TermsProps) {
  const { t, i18n } = useTranslation('students')
  const pick = useBilingual()
  const { fees, deposit, conditions, currency } = terms
  const facts: [string, readonly ReactNode[]][] = [
    [t('offer.letter'), [t(`offer.name.${terms.letter}`)]],
    [t('offer.startOn'), [writtenDay(terms.startOn, i18n.language)]],
    [t('offer.expiresOn'), [until]],
    [t('offer.fees'), fees.map(({ label, amount }) => [pick(label), ' · ', money(amount, currency)])],
    [t('offer.depositAsked'), deposit ? [money(deposit.amount, currency)] : []],
    [t('offer.conditions'), conditions.map((each) => pick(each))],
    [t('offer.signers'), signers.map(({ name, email }) => [name, ' · ', email])],
  ]
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, lines]) => lines.length > 0)
        .map(([name, lines]) => (
          <div key={name}>
            <dt>{name}</dt>
            {lines.map((line, at) => (
              <dd key={at}>
                <bdi>{line}</bdi>
              </dd>
            ))}
          </div>
        ))}
    </dl>
  )
}

const money = (minor: number, currency: z.input<typeof OfferAsked>['terms']['currency']) => (
  <Money key="money" minor={minor} currency={currency} />
)
