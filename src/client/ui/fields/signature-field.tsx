import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { isReadableName } from '#shared/consents/consent.rules.ts'
import linkPage from '../feedback/link-page.module.css'
import css from './signature.module.css'
import type { Signing } from './signature.ts'
import { SignaturePad } from './signature-pad.tsx'
import { TextField } from './text-field.tsx'

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
