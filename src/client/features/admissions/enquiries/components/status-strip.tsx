import type { z } from 'zod'
import type { enquiryList } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import { enquiryStatuses, openStatuses } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import css from '../enquiries.module.css'
import type { EnquiriesSearch } from '../enquiries-search.ts'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'

type About = NonNullable<z.output<typeof enquiryList.reply>['about']>
type Status = NonNullable<EnquiriesSearch['status']>

interface StripProps {
  about: About | undefined
  chosen: Status
  onChoose: (status: Status) => void
}

/** How many there are of each status; the chosen one is shown below. */
export function StatusStrip({ about, chosen, onChoose }: StripProps) {
  const { t, format } = useEnquiryText()
  const countOf = (status: Status): number | undefined => {
    if (!about) return undefined
    if (status === 'open') return openStatuses.reduce((sum, each) => sum + (about.counts[each] ?? 0), 0)
    return status === 'all' ? undefined : (about.counts[status] ?? 0)
  }
  return (
    <nav className={css.strip} aria-label={t('strip')}>
      {(['open', ...enquiryStatuses] as const).map((status) => (
        <button
          key={status}
          type="button"
          className={css.stage}
          aria-current={status === chosen || undefined}
          onClick={() => onChoose(status)}
        >
          <strong className="num">{countOf(status) === undefined ? '–' : format.count(countOf(status) ?? 0)}</strong>
          <span>{t(`status.${status}`)}</span>
        </button>
      ))}
    </nav>
  )
}
