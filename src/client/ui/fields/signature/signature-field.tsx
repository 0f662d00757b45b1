import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isReadableName, maxSignatureNumbers, signatureBox } from '#shared/consents/consent.rules.ts'
import linkPage from '../../feedback/link-page.module.css'
import css from './signature.module.css'
import type { Signing } from './signature.ts'
import { TextField } from '../text-field.tsx'

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
function SignaturePad({ strokes, onChange }: PadProps) {
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

const ways = ['typed', 'drawn'] as const

interface SignatureFieldProps {
  begun: Signing
  /** For what it is needed. */
  lead: string
  /** Where to go when the name cannot be read. */
  nameInput: RefObject<HTMLInputElement | null>
  /** The id of what says that it was asked for in vain. */
  problem: string | undefined
  onChange(change: Partial<Signing>): void
}

/** Signs by name or by hand. Either is as good as the other. Load the words of `link` before. */
export function SignatureField({
  begun: { signedBy, name, strokes },
  lead,
  nameInput,
  problem,
  onChange,
}: SignatureFieldProps) {
  const { t } = useTranslation('link')
  const isUnreadable = !isReadableName(name)
  const isNameless = problem !== undefined && name.trim() === ''
  return (
    <fieldset className={css.field} aria-describedby={problem}>
      <legend className={css.name}>{t('signature.title')}</legend>
      <p className={linkPage.soft}>{lead}</p>
      <div className={css.choices}>
        {ways.map((each) => (
          <label key={each} className={css.choice}>
            <input
              type="radio"
              name="signature"
              checked={signedBy === each}
              onChange={() => onChange({ signedBy: each })}
            />
            {t(`signature.${each}`)}
          </label>
        ))}
      </div>
      {signedBy === 'typed' ? (
        <>
          <TextField
            label={t('signature.name')}
            error={isUnreadable && t('signature.hidden')}
            ref={nameInput}
            autoComplete="name"
            maxLength={120}
            value={name}
            aria-required
            aria-invalid={isNameless}
            aria-describedby={isNameless ? problem : undefined}
            onChange={(typed) => onChange({ name: typed })}
          />
        </>
      ) : (
        <SignaturePad strokes={strokes} onChange={(next) => onChange({ strokes: next })} />
      )}
    </fieldset>
  )
}
