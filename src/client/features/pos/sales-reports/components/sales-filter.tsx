import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import sentence from '#client/ui/tables/filter-sentence.module.css'
import type { SalesPlace } from '#shared/pos/reports/sales-report.contract.ts'
import type { SalesSearch } from '../sales-search.ts'
import css from '../sales-report.module.css'

interface SalesFilterProps {
  search: SalesSearch
  /** Days that the answer is about; the school's today where the address names none. */
  range: { firstDay: string; lastDay: string } | undefined
  places: readonly SalesPlace[]
  /** Whether one till must be named, as on the page of one till. */
  isOfOneTill: boolean
  onChange: (search: SalesSearch) => void
}

/** Which days, site and till. */
export function SalesFilterSentence({ search, range, places, isOfOneTill, onChange }: SalesFilterProps) {
  const { t } = useTranslation('pos.sales')
  const pick = useBilingual()
  const { siteId, tillId } = search
  const firstDay = search.firstDay ?? range?.firstDay ?? ''
  const lastDay = search.lastDay ?? range?.lastDay ?? ''
  const shown = places.filter(({ id }) => siteId === undefined || id === siteId)
  const put = (change: Partial<Record<'siteId' | 'tillId' | 'firstDay' | 'lastDay', string>>) => {
    const {
      siteId: site,
      tillId: till,
      firstDay: first,
      lastDay: last,
      ...rest
    } = { ...search, firstDay, lastDay, ...change }
    onChange({
      ...rest,
      ...(first && { firstDay: first }),
      ...(last && { lastDay: first && last < first ? first : last }),
      ...(site && { siteId: site }),
      ...(till && { tillId: till }),
    })
  }
  return (
    <search className={`${sentence.sentence} ${css.screenOnly}`} aria-label={t('filter.title')}>
      <DateField label={t('filter.from')} value={firstDay} onChange={(day) => day && put({ firstDay: day })} />
      <DateField
        label={t('filter.until')}
        min={firstDay}
        value={lastDay}
        onChange={(day) => day && put({ lastDay: day })}
      />
      {!isOfOneTill && places.length > 1 && (
        <SelectField label={t('filter.site')} value={siteId ?? ''} onChange={(id) => put({ siteId: id, tillId: '' })}>
          <option value="">{t('filter.everySite')}</option>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {pick(name)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField label={t('filter.till')} value={tillId ?? ''} onChange={(id) => put({ tillId: id })}>
        <option value="">{t(isOfOneTill ? 'filter.chooseTill' : 'filter.everyTill')}</option>
        {shown.flatMap((place) =>
          place.tills.map((till) => (
            <option key={till.id} value={till.id}>
              {`${pick(till.name)} · ${place.code}-${till.code}`}
            </option>
          )),
        )}
      </SelectField>
      {(search.firstDay || siteId || (tillId && !isOfOneTill)) && (
        <Button kind="quiet" onClick={() => onChange(isOfOneTill && tillId ? { tillId } : {})}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}
