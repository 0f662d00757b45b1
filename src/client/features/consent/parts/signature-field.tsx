import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Signature } from '#shared/contract/consent.ts'
import css from '../screens/consent-screen.module.css'
import own from './signature-field.module.css'
import { SignaturePad } from './signature-pad.tsx'

const ways = ['typed', 'drawn'] as const

/** Signs by name or by hand. Either is as good as the other. */
export function SignatureField({ onSign }: { onSign(signature: Signature | null): void }) {
  const { t } = useTranslation('consent')
  const [way, setWay] = useState<(typeof ways)[number]>('typed')
  const [name, setName] = useState('')
  const [strokes, setStrokes] = useState<number[][]>([])
  const sign = (kind: typeof way, asName: string, asStrokes: number[][]) => {
    if (kind === 'typed') onSign(asName.trim().length >= 2 ? { kind, name: asName.trim() } : null)
    else onSign(asStrokes.length > 0 ? { kind, strokes: asStrokes } : null)
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
                sign(each, name, strokes)
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
              setName(event.currentTarget.value)
              sign('typed', event.currentTarget.value, strokes)
            }}
          />
        </label>
      ) : (
        <SignaturePad
          strokes={strokes}
          onChange={(next) => {
            setStrokes(next)
            sign('drawn', name, next)
          }}
        />
      )}
    </fieldset>
  )
}
