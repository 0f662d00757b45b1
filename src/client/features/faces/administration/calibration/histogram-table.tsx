import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import css from '../components/desk-page.module.css'
import { barsOf, type Figures } from './calibration-shares.ts'

/** The same as the picture, in numbers. */
export function HistogramTable({ figures }: { figures: Figures }) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const { genuine, impostor } = barsOf(figures)
  return (
    <table className={css.figures}>
      <thead>
        <tr>
          <th scope="col">{t('calibration.distance')}</th>
          <th scope="col">{t('calibration.genuine')}</th>
          <th scope="col">{t('calibration.impostor')}</th>
        </tr>
      </thead>
      <tbody>
        {genuine.map(({ from, to, count }, i) => (
          <tr key={from}>
            <th scope="row">
              <bdi dir="ltr">{`${from.toFixed(2)}–${to.toFixed(2)}`}</bdi>
            </th>
            <td>{format.count(count)}</td>
            <td>{format.count(impostor[i]?.count ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
