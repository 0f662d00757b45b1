import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useBusy } from '#client/platform/use-busy.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { machineClock, machineRandom } from '#local/machine.ts'
import type { ConsentWording, Signature } from '#shared/contract/consent.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { needsSignature } from '#shared/rules/consent.rules.ts'
import css from '../screens/consent-screen.module.css'
import type { OpenConsent } from '../use-consent.ts'
import { SignatureField, signedByName } from './signature-field.tsx'

interface DecideFormProps {
  wordings: readonly ConsentWording[]
  title: string | undefined
  consent: OpenConsent
  onDecided(): void
}

type Trouble = 'choose' | 'sign' | 'notSaved'

function useDecision({ wordings, consent, onDecided }: DecideFormProps) {
  // Minted when the form is opened: pressed twice, it is one decision.
  const { draft } = consent.kept
  const [id] = useState(() => draft?.id ?? uuidv7(machineClock.nowMs(), machineRandom))
  const [chosen, setChosen] = useState(draft?.chosen ?? {})
  const [name, setName] = useState(draft?.name ?? '')
  const [signature, setSignature] = useState<Signature | null>(() => signedByName(draft?.name ?? ''))
  const [trouble, setTrouble] = useState<Trouble>()
  const [isSaving, setIsSaving] = useState(false)
  const answers = wordings.flatMap(({ purpose, version }) => {
    const agrees = chosen[purpose]
    return agrees === undefined ? [] : [{ purpose, version, agrees }]
  })
  const asksSignature = needsSignature(answers)
  const save = async () => {
    if (isSaving) return
    if (answers.length === 0) return setTrouble('choose')
    if (asksSignature && !signature) return setTrouble('sign')
    setIsSaving(true)
    setTrouble(undefined)
    try {
      const { requestId } = consent.kept.page
      await consent.decide({ id, requestId, answers, signature: asksSignature ? signature : null })
      onDecided()
    } catch {
      setTrouble('notSaved')
    }
    setIsSaving(false)
  }
  // What cannot be kept now is kept with the next change; nothing was decided by it.
  const keep = (now: { chosen: typeof chosen; name: string }) =>
    void consent.keepDraft({ id, ...now }).catch(() => undefined)
  const choose = (purpose: string, agrees: boolean) => {
    const now = { ...chosen, [purpose]: agrees }
    setTrouble(undefined)
    setChosen(now)
    keep({ chosen: now, name })
  }
  const type = (now: string) => {
    setName(now)
    keep({ chosen, name: now })
  }
  return {
    chosen,
    choose,
    name,
    type,
    setSignature,
    asksSignature,
    trouble,
    isSaving,
    save,
    isBegun: answers.length > 0,
  }
}

/** The points that are open: one decision for each, none made beforehand, and a signature for what is agreed to. */
export function DecideForm(props: DecideFormProps) {
  const { wordings, title } = props
  const { t } = useTranslation('consent')
  const { chosen, choose, name, type, setSignature, asksSignature, trouble, isSaving, save, isBegun } =
    useDecision(props)
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
          chosen={chosen[wording.purpose]}
          onChoose={(agrees) => choose(wording.purpose, agrees)}
        />
      ))}
      {asksSignature && <SignatureField name={name} onType={type} onSign={setSignature} />}
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
