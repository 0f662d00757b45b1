import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxSignatureNumbers, signatureBox } from '#shared/consents/consent.rules.ts'
import linkPage from '../feedback/link-page.module.css'
import css from './signature.module.css'

interface PadProps {
  /** Points of each stroke one after the other, x and y in turn, in a box of 1000 by 400. */
  strokes: readonly number[][]
  onChange(strokes: number[][]): void
}

const { width, height } = signatureBox

/** Points nearer than this tell nothing more about a line. */
const stepApart = 4

function placeIn(event: PointerEvent<SVGSVGElement>): [number, number] {
  const box = event.currentTarget.getBoundingClientRect()
  const within = (share: number, of: number) => Math.round(Math.min(1, Math.max(0, share)) * of)
  return [within((event.clientX - box.left) / box.width, width), within((event.clientY - box.top) / box.height, height)]
}

/** A box to sign in with a finger, a pen or a mouse. Who has none of these types a name. */
export function SignaturePad({ strokes, onChange }: PadProps) {
  const { t } = useTranslation('link')
  const [line, setLine] = useState<number[]>()
  const pointer = useRef<number>(undefined)
  const count = strokes.reduce((sum, { length }) => sum + length, 0)
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (pointer.current !== undefined || count >= maxSignatureNumbers - 4 || strokes.length >= 100) return
    pointer.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    setLine(placeIn(event))
  }
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (event.pointerId !== pointer.current || !line) return
    const [x, y] = placeIn(event)
    const [lastX = x, lastY = y] = line.slice(-2)
    const isFar = Math.hypot(x - lastX, y - lastY) >= stepApart
    if (isFar && count + line.length + 2 <= maxSignatureNumbers) setLine([...line, x, y])
  }
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (event.pointerId !== pointer.current) return
    pointer.current = undefined
    setLine(undefined)
    // A dot is a line that goes nowhere.
    if (line) onChange([...strokes, line.length > 2 ? line : [...line, ...line]])
  }
  return (
    <div className={css.pad}>
      <p className={linkPage.soft}>{t('signature.padHelp')}</p>
      <svg
        className={css.box}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${t('signature.pad')}: ${t(strokes.length > 0 ? 'signature.there' : 'signature.empty')}`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line x1="60" y1="310" x2="940" y2="310" className={css.ground} />
        {[...strokes, ...(line ? [line] : [])].map((points, index) => (
          <polyline key={index} points={points.join(' ')} className={css.stroke} />
        ))}
      </svg>
      <button type="button" className={linkPage.button} onClick={() => onChange([])}>
        {t('signature.clear')}
      </button>
    </div>
  )
}
