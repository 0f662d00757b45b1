import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import css from '../components/desk-page.module.css'
import { type Figures, shareInWords } from './calibration-shares.ts'
import { Histogram } from './histogram.tsx'
import { HistogramTable } from './histogram-table.tsx'

const million = 1_000_000

interface CalibrationFiguresProps {
  people: number
  figures: Figures
  /** Paper opens nothing: all of it stands there. */
  isOnPaper: boolean
}

export function CalibrationFigures({ people, figures, isOnPaper }: CalibrationFiguresProps) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const { genuinePairs, impostorPairs } = figures
  const counts = {
    people: format.count(people),
    genuine: format.count(genuinePairs),
    impostor: format.count(impostorPairs),
  }
  return (
    <>
      <p className={css.lead}>{t('calibration.restsOn', counts)}</p>
      <h2 className={css.section}>{t('calibration.shape')}</h2>
      <p className={css.lead}>{t('calibration.shapeLead')}</p>
      <Histogram figures={figures} />
      <h2 className={css.section}>{t('calibration.bands')}</h2>
      <BandFigures figures={figures} />
      <p className={css.lead}>{t('calibration.careful')}</p>
      <details open={isOnPaper || undefined}>
        <summary className={css.summary}>{t('calibration.asTable')}</summary>
        <HistogramTable figures={figures} />
      </details>
    </>
  )
}

/** What each band lets in wrongly and turns away wrongly. */
function BandFigures({ figures: { bands, genuinePairs, impostorPairs } }: { figures: Figures }) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const share = (of: number, pairs: number): string => {
    const { how, value } = shareInWords(of, pairs)
    return t(`calibration.share.${how}`, { share: format.percent(Math.round(value * million)) })
  }
  return (
    <table className={css.figures}>
      <thead>
        <tr>
          {(['mode', 'accept', 'falseAccept', 'falseReject'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`calibration.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bands.map(({ mode, accept, falseAccept, falseReject }) => (
          <tr key={mode}>
            <th scope="row">{t(`mode.${mode}.name`)}</th>
            <td>
              <bdi dir="ltr">{accept}</bdi>
            </td>
            <td>{share(falseAccept, impostorPairs)}</td>
            <td>{share(falseReject, genuinePairs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
