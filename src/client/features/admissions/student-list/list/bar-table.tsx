import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import css from './student-charts.module.css'

interface BarTableProps {
  title: string
  /** Of the name, the number, and whatever else each row says. */
  heads: readonly string[]
  rows: readonly { key: string; name: string; count: number; more?: readonly string[] }[]
}

/** As many as are seen at a glance. */
const atFirst = 10

/** A chart that is a table: the bars are drawn behind the numbers, which are read without them. */
export function BarTable({ title, heads, rows }: BarTableProps) {
  const { t } = useTranslation('admissions.student-list')
  const format = useFormat()
  const titleId = useId()
  const [isWhole, setIsWhole] = useState(false)
  const most = Math.max(1, ...rows.map(({ count }) => count))
  const longest = Math.max(...rows.map(({ count }) => format.count(count).length))
  const shown = isWhole ? rows : rows.slice(0, atFirst)
  return (
    <section className={css.card} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {rows.length === 0 && <p className={common.softLine}>{t('charts.nobody')}</p>}
      {rows.length > 0 && (
        <table className={css.bars} aria-labelledby={titleId}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, count, more = [] }) => (
              <tr key={key}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td className={css.cell}>
                  <span className={css.line}>
                    <span className={css.bar} style={{ inlineSize: `${(count / most) * 100}%` }} />
                  </span>
                  <span className={css.number} style={{ minInlineSize: `${longest}ch` }}>
                    {format.count(count)}
                  </span>
                </td>
                {more.map((text, no) => (
                  <td key={heads[no + 2]} className={css.more}>
                    <bdi>{text}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > atFirst && (
        <button type="button" className={frame.button} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('charts.fewer') : t('charts.all', { count: rows.length })}
        </button>
      )}
    </section>
  )
}
