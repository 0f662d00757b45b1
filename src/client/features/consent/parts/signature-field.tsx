import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '#client/ui/plain-field.module.css'
import { isReadableName } from '#shared/rules/consent.rules.ts'
import type { Begun } from '../decision-draft.ts'
import css from '../screens/consent-screen.module.css'
import { SignaturePad } from './signature-pad.tsx'

const ways = ['typed', 'drawn'] as const

interface SignatureFieldProps {
  begun: Begun
  /** Where to go when the name cannot be read. */
  nameInput: RefObject<HTMLInputElement | null>
  /** It was asked for in vain: `decide-problem` says so. */
  isMissing: boolean
  onChange(change: Partial<Begun>): void
}

/** Signs by name or by hand. Either is as good as the other. */
export function SignatureField({
  begun: { signedBy, name, strokes },
  nameInput,
  isMissing,
  onChange,
}: SignatureFieldProps) {
  const { t } = useTranslation('consent')
  const isUnreadable = !isReadableName(name)
  const isNameless = isMissing && name.trim() === ''
  return (
    <fieldset className={css.point} aria-describedby={isMissing ? 'decide-problem' : undefined}>
      <legend className={css.name}>{t('signature.title')}</legend>
      <p className={css.soft}>{t('signature.lead')}</p>
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
          <label className={plain.label}>
            {t('signature.name')}
            <input
              ref={nameInput}
              className={plain.input}
              type="text"
              dir="auto"
              autoComplete="name"
              maxLength={120}
              value={name}
              aria-required
              aria-invalid={isUnreadable || isNameless}
              aria-describedby={isUnreadable ? 'unreadable-name' : isNameless ? 'decide-problem' : undefined}
              onChange={(event) => onChange({ name: event.currentTarget.value })}
            />
          </label>
          {isUnreadable && (
            <p id="unreadable-name" className={css.problem} role="alert">
              {t('problem.hidden')}
            </p>
          )}
        </>
      ) : (
        <SignaturePad strokes={strokes} onChange={(next) => onChange({ strokes: next })} />
      )}
    </fieldset>
  )
}
