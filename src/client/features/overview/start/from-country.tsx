import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { currencyExponents } from '#shared/kernel/money.ts'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import type { StartPage } from '#shared/overview/start.contract.ts'
import { countryDefaults, defaultTillAmounts, knownCountries } from '#shared/school/country-defaults.rules.ts'

interface FromCountryProps {
  page: StartPage
  /** ISO 3166 code. */
  country: string
}

/** Which settings of a page a school of this country begins with; nothing where none are known. */
export function FromCountry({ page, country }: FromCountryProps) {
  const { t, i18n } = useTranslation('school.settings')
  const facts = useCountryFacts(page, country)
  if (facts.length === 0 || !knownCountries.includes(country)) return null
  const locale = localeOf(i18n.language)
  const name = new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
  return (
    <InlineNotice tone="info">
      {t('start.wizard.fromCountry', {
        country: name,
        facts: new Intl.ListFormat(locale, { type: 'unit' }).format(facts),
      })}
    </InlineNotice>
  )
}

/** What follows from the country on this page, each in words. */
function useCountryFacts(page: StartPage, country: string): string[] {
  const { t, i18n } = useTranslation('school.settings')
  const format = useFormat()
  const locale = localeOf(i18n.language)
  const { currency, timeZone, language, weekend, taxPpm, regulators } = countryDefaults(country)
  const list = (words: string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
  if (page === 'calendar')
    return [
      t('start.wizard.fact.timeZone', { zone: `\u2066${timeZone.replaceAll('_', ' ')}\u2069` }),
      t('start.wizard.fact.language', { language: t(`calendar.languages.${language}`) }),
    ]
  if (page === 'days') return [t('start.wizard.fact.weekend', { days: list(weekend.map(weekday(locale))) })]
  if (page === 'tills')
    return [
      t('start.wizard.fact.currency', {
        currency: new Intl.DisplayNames(locale, { type: 'currency' }).of(currency),
        code: `\u2066${currency}\u2069`,
        count: currencyExponents[currency],
      }),
      t('start.wizard.fact.coin', { amount: format.money(defaultTillAmounts(currency).cashIncrement, currency) }),
      taxPpm === 0
        ? t('start.wizard.fact.noTax')
        : t('start.wizard.fact.tax', { rate: `\u2066${format.percent(taxPpm)}\u2069` }),
    ]
  if (page === 'years' || page === 'admission') return [t(`start.wizard.fact.${page}`)]
  if (page === 'grades' && regulators.length > 0)
    return [t('start.wizard.fact.regulator', { names: list(regulators.map((each) => t(`regulator.names.${each}`))) })]
  return []
}

/** Names a day of the week, 0 for Sunday; the fourth of January 1970 was one. */
const weekday = (locale: string) => (day: number) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + day))
