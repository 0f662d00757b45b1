import { signatureBox } from '#shared/consents/consent.rules.ts'
import css from './drawn-signature.module.css'

/** A signature as it was drawn: the points of each stroke, x and y in turn. */
export function DrawnSignature({ strokes, label }: { strokes: readonly (readonly number[])[]; label: string }) {
  return (
    <svg className={css.box} viewBox={`0 0 ${signatureBox.width} ${signatureBox.height}`} role="img" aria-label={label}>
      {strokes.map((points, index) => (
        <polyline key={index} points={points.join(' ')} className={css.stroke} />
      ))}
    </svg>
  )
}
