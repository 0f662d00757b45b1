// chunk: students
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { type Fraction, hundredths, type ScoreTotal } from '#shared/admissions/scoring.rules.ts'
import css from './scoring.module.css'

/** What it comes to, to two places; what does not end there says so. */
function useFigure() {
  return ({ n, d }: Fraction): string => {
    const figure = String(hundredths({ n, d }) / 100)
    return 100 % d === 0 ? `= ${figure}` : `≈ ${figure}`
  }
}

/** The arithmetic, line by line. */
export function Sum({ total, labelOf }: { total: ScoreTotal; labelOf: (code: string) => string }) {
  const { t } = useTranslation('admissions.scoring')
  const format = useFormat()
  const figure = useFigure()
  return (
    <table className={css.sum}>
      <caption className="visually-hidden">{t('arithmetic')}</caption>
      <tbody>
        {total.lines.map(({ code, raw, of, weight, points }) => (
          <tr key={code}>
            <th scope="row">
              <bdi>{labelOf(code)}</bdi>
            </th>
            <td>
              <bdi dir="ltr" className="num">
                {`${raw} / ${of} × ${weight} ${figure(points)}`}
              </bdi>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('total')}</th>
          <td>
            <bdi dir="ltr" className="num">
              {`${figure(total.points).replace('= ', '')} / ${total.of}`}
              {total.percent && ` = ${format.percent(hundredths(total.percent) * 100)}`}
            </bdi>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
