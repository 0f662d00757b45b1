import { useTranslation } from 'react-i18next'
import css from '../components/desk-page.module.css'
import { type Bar, barsOf, type Figures } from './calibration-shares.ts'

const width = 640
const rowHeight = 130
const axis = 150

/** One person with themselves above, different people below, on one scale; a line where each band accepts. */
export function Histogram({ figures }: { figures: Figures }) {
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
