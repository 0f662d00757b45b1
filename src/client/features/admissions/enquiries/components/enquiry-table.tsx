import { useTranslation } from 'react-i18next'
import { WarnIcon } from '#client/ui/icons/action-icons.tsx'
import { ShiftIcon } from '#client/ui/icons/frame-icons.tsx'
import type { EnquiryRow } from '#shared/admissions/enquiries/enquiry.contract.ts'
import type { EnquiryStatus } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import css from '../enquiries.module.css'
import { type ClockText, type EnquiryText, useEnquiryText } from '../hooks/use-enquiry-text.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'

/** Lines in place of a list that is on its way; drawn after 200 ms. */
export const Skeleton = () => (
  <div className={css.skeleton} aria-hidden="true">
    {Array.from({ length: 12 }, (_, no) => (
      <span key={no} />
    ))}
  </div>
)

/** Urgency by icon, word and colour. */
export const Clock = ({ clock: { tone, text } }: { clock: ClockText }) => (
  <span className={css.clock} data-tone={tone}>
    {tone === 'late' && <WarnIcon />}
    {tone === 'soon' && <ShiftIcon />}
    {text}
  </span>
)

interface TableProps {
  rows: readonly EnquiryRow[]
  /** By status, each under its head. */
  isGrouped: boolean
  counts: Partial<Record<EnquiryStatus, number>> | undefined
  today: string
  open: string | undefined
  onOpen: (id: string) => void
}

/** Enquiries, one line each. */
export function EnquiryTable({ rows, isGrouped, counts, open, ...rest }: TableProps) {
  const text = useEnquiryText()
  const { t } = text
  const groups = isGrouped ? [...Map.groupBy(rows, ({ status }) => status)] : [[undefined, rows] as const]
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('column.clock')}</th>
          <th scope="col">{t('column.family')}</th>
          <th scope="col">{t('column.grade')}</th>
          <th scope="col" className={css.wide}>
            {t('column.asks')}
          </th>
          <th scope="col">{t('column.owner')}</th>
        </tr>
      </thead>
      {groups.map(([status, members]) => (
        <tbody key={status ?? 'all'}>
          {status && (
            <tr className={css.group}>
              <th colSpan={5} scope="colgroup">
                {t(`status.${status}`)}{' '}
                <span className="num">{text.format.count(counts?.[status] ?? members.length)}</span>
                <span className={css.groupNote}>{t(`group.${status}`)}</span>
              </th>
            </tr>
          )}
          {members.map((row) => (
            <Row key={row.id} row={row} text={text} isOpen={row.id === open} {...rest} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface RowProps extends Pick<TableProps, 'today' | 'onOpen'> {
  row: EnquiryRow
  text: EnquiryText
  isOpen: boolean
}

function Row({ row, text, isOpen, today, onOpen }: RowProps) {
  const [child] = row.children
  return (
    <tr data-open={isOpen || undefined} onClick={() => onOpen(row.id)}>
      <td>
        <Clock clock={text.clock(row, today)} />
      </td>
      <th scope="row">
        <button
          type="button"
          className={css.name}
          aria-expanded={isOpen}
          onClick={(event) => {
            event.stopPropagation()
            onOpen(row.id)
          }}
        >
          <bdi>{row.contact}</bdi>
        </button>
        {child && <bdi className={css.other}>{text.nameOf(child)}</bdi>}
      </th>
      <td>
        <bdi>{text.gradesOf(row)}</bdi>
      </td>
      <td className={css.wide}>
        <bdi className={css.asks}>{row.asks}</bdi>
      </td>
      <td>
        <Owner row={row} />
      </td>
    </tr>
  )
}

/** The owner by initials, with the whole name to be read. */
function Owner({ row: { owner } }: { row: EnquiryRow }) {
  const { t } = useTranslation('admissions.enquiries')
  const pick = useBilingual()
  if (!owner)
    return (
      <span className={css.avatar} data-none="" title={t('owner.none')}>
        <span aria-hidden="true">+</span>
        <span className={css.hidden}>{t('owner.none')}</span>
      </span>
    )
  const name = pick(owner.name)
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part[0] ?? '')
    .join('')
  return (
    <span className={css.avatar} title={name}>
      <span aria-hidden="true">{initials}</span>
      <span className={css.hidden}>{name}</span>
    </span>
  )
}
