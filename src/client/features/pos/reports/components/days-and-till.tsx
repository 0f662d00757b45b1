import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { listTillCodes } from '../pos-report.api.ts'
import type { ReportFilter } from '../report-filter.ts'

interface DaysAndTillProps {
  filter: { [Name in keyof ReportFilter]: ReportFilter[Name] | undefined }
  /** Tills seen in the rows: a choice even where the list of tills may not be read. */
  seen: readonly string[]
  /** What is no longer said is empty. */
  onChange: (change: ReportFilter) => void
}

/** From which business day until which, and of which till. */
export function DaysAndTill({ filter: { day, lastDay, till }, seen, onChange }: DaysAndTillProps) {
  const { t } = useTranslation('pos.reports')
  const [listed, setListed] = useState<readonly string[]>([])
  useEffect(() => {
    listTillCodes().then(setListed, () => undefined)
  }, [])
  const tills = [...new Set([...listed, ...seen, ...(till ? [till] : [])])].sort()
  return (
    <>
      <DateField
        label={t('filter.from')}
        value={day ?? ''}
        onChange={(first) => onChange({ day: first, ...(lastDay && { lastDay: lastDay < first ? first : lastDay }) })}
      />
      <DateField
        label={t('filter.until')}
        {...(day && { min: day })}
        value={lastDay ?? ''}
        onChange={(last) => onChange({ lastDay: last })}
      />
      <SelectField label={t('filter.till')} value={till ?? ''} onChange={(code) => onChange({ till: code })}>
        <option value="">{t('filter.everyTill')}</option>
        {tills.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </SelectField>
    </>
  )
}
