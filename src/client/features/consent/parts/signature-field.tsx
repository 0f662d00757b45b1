import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Signature } from '#shared/contract/consent.ts'
import css from '../screens/consent-screen.module.css'
import own from './signature-field.module.css'
import { SignaturePad } from './signature-pad.tsx'

const ways = ['typed', 'drawn'] as const

/** A name as a signature, once it is one. */
export const signedByName = (name: string): Signature | null =>
  name.trim().length >= 2 ? { kind: 'typed', name: name.trim() } : null

interface SignatureFieldProps {
  name: string
  onType(name: string): void
  onSign(signature: Signature | null): void
}

/** Signs by name or by hand. Either is as good as the other. */
export function SignatureField({ name, onType, onSign }: SignatureFieldProps) {
  const { t } = useTranslation('consent')
  const [way, setWay] = useState<(typeof ways)[number]>('typed')
  const [strokes, setStrokes] = useState<number[][]>([])
  const sign = (kind: typeof way, drawn: number[][]) => {
    if (kind === 'typed') onSign(signedByName(name))
    else onSign(drawn.length > 0 ? { kind, strokes: drawn } : null)
  }
  return (
    <fieldset className={css.point}>
      <legend className={css.name}>{t('signature.title')}</legend>
      <p className={css.soft}>{t('signature.lead')}</p>
      <div className={css.choices}>
        {ways.map((each) => (
          <label key={each} className={css.choice}>
            <input
              type="radio"
              name="signature"
              checked={way === each}
              onChange={() => {
                setWay(each)
                sign(each, strokes)
              }}
            />
            {t(`signature.${each}`)}
          </label>
        ))}
      </div>
      {way === 'typed' ? (
        <label className={own.label}>
          {t('signature.name')}
          <input
            className={own.input}
            type="text"
            dir="auto"
            autoComplete="name"
            maxLength={120}
            value={name}
            onChange={(event) => {
              onType(event.currentTarget.value)
              onSign(signedByName(event.currentTarget.value))
            }}
          />
        </label>
      ) : (
        <SignaturePad
          strokes={strokes}
          onChange={(next) => {
            setStrokes(next)
            sign('drawn', next)
          }}
        />
      )}
    </fieldset>
  )
}
