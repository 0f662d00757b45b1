import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import css from '../components/desk-page.module.css'
import { type Bar, barsOf, type Figures, shareInWords } from './calibration-shares.ts'

const width = 640
const rowHeight = 130
const axis = 150

/** One person with themselves above, different people below, on one scale; a line where each band accepts. */
function Histogram({ figures }: { figures: Figures }) {
  const { t } = useTranslation('faces.administration')
  const { end, genuine, impostor } = barsOf(figures)
  const x = (distance: number) => (Math.min(distance, end) / end) * width
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${width} ${2 * axis + 30}`}
      role="img"
      aria-label={t('calibration.chart')}
      direction="ltr"
    >
      {[genuine, impostor].map((bars, row) => (
        <g key={row} transform={`translate(0 ${row * axis})`}>
          <text x={0} y={14} fontSize={13} fill="currentColor">
            {t(row === 0 ? 'calibration.genuine' : 'calibration.impostor')}
          </text>
          <Bars bars={bars} x={x} fill={row === 0 ? 'var(--brand-6)' : 'var(--warn)'} />
        </g>
      ))}
      {figures.bands.map(({ mode, accept }) => (
        <line
          key={mode}
          x1={x(accept)}
          x2={x(accept)}
          y1={20}
          y2={axis + rowHeight}
          stroke="currentColor"
          strokeDasharray="4 3"
        />
      ))}
      <Scale end={end} x={x} />
    </svg>
  )
}

function Bars({ bars, x, fill }: { bars: readonly Bar[]; x: (distance: number) => number; fill: string }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const room = rowHeight - 24
  return (
    <>
      {bars.map(({ from, to, count }) => (
        <rect
          key={from}
          x={x(from) + 0.5}
          y={rowHeight - (count / most) * room}
          width={Math.max(1, x(to) - x(from) - 1)}
          height={(count / most) * room}
          fill={fill}
        />
      ))}
      <line x1={0} x2={width} y1={rowHeight} y2={rowHeight} stroke="var(--line-strong)" />
    </>
  )
}

function Scale({ end, x }: { end: number; x: (distance: number) => number }) {
  const marks = Array.from({ length: Math.floor(end / 0.2 + 1e-9) + 1 }, (_none, i) => i * 0.2)
  return marks.map((mark) => (
    <text
      key={mark}
      x={x(mark)}
      y={2 * axis + 4}
      fontSize={12}
      fill="currentColor"
      textAnchor={mark === 0 ? 'start' : mark > end - 0.05 ? 'end' : 'middle'}
    >
      {mark.toFixed(1)}
    </text>
  ))
}

/** The same as the picture, in numbers. */
function HistogramTable({ figures }: { figures: Figures }) {
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
