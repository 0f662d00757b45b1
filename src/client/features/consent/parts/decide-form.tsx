import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useBusy } from '#client/platform/use-busy.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { machineClock, machineRandom } from '#local/machine.ts'
import type { ConsentWording } from '#shared/contract/consent.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { choiceKey, isReadableName, needsSignature } from '#shared/rules/consent.rules.ts'
import { answersOf, type Begun, begunBefore, signatureOf } from '../decision-draft.ts'
import css from '../screens/consent-screen.module.css'
import type { OpenConsent } from '../use-consent.ts'
import { SignatureField } from './signature-field.tsx'

interface DecideFormProps {
  wordings: readonly ConsentWording[]
  title: string | undefined
  consent: OpenConsent
  onDecided(): void
}

type Trouble = 'choose' | 'sign' | 'notSaved'

function useDecision({ wordings, consent, onDecided }: DecideFormProps) {
  // Minted when the form is opened: pressed twice, it is one decision.
  const { draft, page } = consent.kept
  const [id] = useState(() => draft?.id ?? uuidv7(machineClock.nowMs(), machineRandom))
  const [begun, setBegun] = useState(() => begunBefore(draft, wordings))
  const [trouble, setTrouble] = useState<Trouble>()
  const [isSaving, setIsSaving] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const answers = answersOf(begun, wordings)
  const asksSignature = needsSignature(answers)
  const save = async () => {
    if (isSaving) return
    if (answers.length === 0) return setTrouble('choose')
    const signature = asksSignature ? signatureOf(begun) : null
    if (asksSignature && begun.signedBy === 'typed' && !isReadableName(begun.name)) return nameInput.current?.focus()
    if (asksSignature && !signature) return setTrouble('sign')
    setIsSaving(true)
    setTrouble(undefined)
    try {
      await consent.decide({ id, requestId: page.requestId, answers, signature })
      onDecided()
    } catch {
      setTrouble('notSaved')
    }
    setIsSaving(false)
  }
  const change = (changed: Partial<Begun>) => {
    const now = { ...begun, ...changed }
    setBegun(now)
    setTrouble(undefined)
    // What cannot be kept now is kept with the next change; nothing was decided by it.
    void consent.keepDraft({ id, ...now }).catch(() => undefined)
  }
  return { begun, change, nameInput, asksSignature, trouble, isSaving, save, isBegun: answers.length > 0 }
}

/** The points that are open: one decision for each, none made beforehand, and a signature for what is agreed to. */
export function DecideForm(props: DecideFormProps) {
  const { wordings, title } = props
  const { t } = useTranslation('consent')
  const { begun, change, nameInput, asksSignature, trouble, isSaving, save, isBegun } = useDecision(props)
  const problem = useRef<HTMLParagraphElement>(null)
  useBusy(isBegun)
  useEffect(() => {
    if (trouble) problem.current?.focus()
  }, [trouble])
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {title && <h2 className={css.heading}>{title}</h2>}
      {wordings.map((wording) => (
        <Point
          key={wording.purpose}
          wording={wording}
          chosen={begun.chosen[choiceKey(wording)]}
          onChoose={(agrees) => change({ chosen: { ...begun.chosen, [choiceKey(wording)]: agrees } })}
        />
      ))}
      {asksSignature && <SignatureField begun={begun} nameInput={nameInput} onChange={change} />}
      {trouble && (
        <p ref={problem} className={css.problem} role="alert" tabIndex={-1}>
          {t(`problem.${trouble}`)}
        </p>
      )}
      <ActionButton isWorking={isSaving}>{t('save')}</ActionButton>
    </form>
  )
}

interface PointProps {
  wording: ConsentWording
  chosen: boolean | undefined
  onChoose(agrees: boolean): void
}

function Point({ wording: { purpose, version, title, wording, otherwise }, chosen, onChoose }: PointProps) {
  const { t } = useTranslation('consent')
  const pick = useBilingual()
  const about = `about-${purpose}`
  return (
    <fieldset className={css.point} aria-describedby={about}>
      <legend className={css.name}>{pick(title)}</legend>
      <div id={about} className={css.list}>
        <p>
          {pick(wording)} <span className={css.soft}>{t('version', { version })}</span>
        </p>
        <p className={css.soft}>{pick(otherwise)}</p>
      </div>
      <div className={css.choices}>
        {[true, false].map((agrees) => (
          <label key={String(agrees)} className={css.choice}>
            <input type="radio" name={purpose} checked={chosen === agrees} onChange={() => onChoose(agrees)} />
            {t(agrees ? 'agree' : 'disagree')}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
