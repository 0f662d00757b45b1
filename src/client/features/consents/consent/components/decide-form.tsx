import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import sign from '#client/ui/fields/signature/signature.module.css'
import { signatureOf } from '#client/ui/fields/signature/signature.ts'
import { SignatureField } from '#client/ui/fields/signature/signature-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { ConsentWording } from '#shared/consents/consent.contract.ts'
import { choiceKey, isReadableName, needsSignature } from '#shared/consents/consent.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import css from '../consent-screen.module.css'
import { answersOf, type Begun, isStarted } from '../decision-draft.ts'
import type { OpenConsent } from '../hooks/use-consent.ts'

interface DecideFormProps {
  wordings: readonly ConsentWording[]
  title: string | undefined
  consent: OpenConsent
  onDecided(): void
}

type Trouble = 'choose' | 'sign' | 'notSaved'

/** Where the focus goes to put it right: the first of these that is there. */
const placesOf: Record<Trouble, readonly string[]> = {
  choose: ['input[type=radio]'],
  sign: ['input[autocomplete=name]', 'input[name=signature]:checked'],
  notSaved: ['[role=alert]'],
}

function useDecision({ wordings, consent, onDecided }: DecideFormProps) {
  // Minted when the form is opened: pressed twice, it is one decision.
  const { draft, page } = consent.kept
  const [id] = useState(() => draft?.id ?? uuidv7(machineClock.nowMs(), machineRandom))
  const [begun, setBegun] = useState(() => isStarted(draft, wordings))
  const [trouble, setTrouble] = useState<{ kind: Trouble }>()
  const nameInput = useRef<HTMLInputElement>(null)
  const answers = answersOf(begun, wordings)
  const asksSignature = needsSignature(answers)
  const { mutate, isPending } = useMutation(consent.decide, {
    onSuccess: onDecided,
    onError: () => setTrouble({ kind: 'notSaved' }),
  })
  const save = () => {
    if (answers.length === 0) return setTrouble({ kind: 'choose' })
    const signature = asksSignature ? signatureOf(begun) : null
    if (asksSignature && begun.signedBy === 'typed' && !isReadableName(begun.name)) return nameInput.current?.focus()
    if (asksSignature && !signature) return setTrouble({ kind: 'sign' })
    setTrouble(undefined)
    void mutate({ id, requestId: page.requestId, answers, signature })
  }
  const change = (changed: Partial<Begun>) => {
    const now = { ...begun, ...changed }
    setBegun(now)
    setTrouble(undefined)
    // What cannot be kept now is kept with the next change; nothing was decided by it.
    void consent.keepDraft({ id, ...now }).catch(() => undefined)
  }
  return { begun, change, nameInput, asksSignature, trouble, isPending, save, isBegun: answers.length > 0 }
}

/** The points that are open: one decision for each, none made beforehand, and a signature for what is agreed to. */
export function DecideForm(props: DecideFormProps) {
  const { wordings, title } = props
  const { t } = useTranslation('consents')
  const { begun, change, nameInput, asksSignature, trouble, isPending, save, isBegun } = useDecision(props)
  const form = useRef<HTMLFormElement>(null)
  useBusy(isBegun)
  useEffect(() => {
    const places = trouble ? placesOf[trouble.kind].map((place) => form.current?.querySelector<HTMLElement>(place)) : []
    places.find((place) => !!place)?.focus()
  }, [trouble])
  return (
    <form
      ref={form}
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {title && <h2 className={linkPage.heading}>{title}</h2>}
      {wordings.map((wording) => (
        <Point
          key={wording.purpose}
          wording={wording}
          chosen={begun.chosen[choiceKey(wording)]}
          problem={trouble?.kind === 'choose' ? 'decide-problem' : ''}
          onChoose={(agrees) => change({ chosen: { ...begun.chosen, [choiceKey(wording)]: agrees } })}
        />
      ))}
      {asksSignature && (
        <SignatureField
          begun={begun}
          lead={t('signature.lead')}
          nameInput={nameInput}
          problem={trouble?.kind === 'sign' ? 'decide-problem' : undefined}
          onChange={change}
        />
      )}
      {trouble && (
        <InlineNotice tone="problem" id="decide-problem" tabIndex={-1}>
          {t(`problem.${trouble.kind}`)}
        </InlineNotice>
      )}
      <ActionButton isWorking={isPending}>{t('save')}</ActionButton>
    </form>
  )
}

interface PointProps {
  wording: ConsentWording
  chosen: boolean | undefined
  /** The id of what is said of it. */
  problem: string
  onChoose(agrees: boolean): void
}

function Point({ wording: { purpose, version, title, wording, otherwise }, chosen, problem, onChoose }: PointProps) {
  const { t } = useTranslation('consents')
  const pick = useBilingual()
  const about = `about-${purpose}`
  return (
    <fieldset className={css.point} aria-describedby={`${about} ${problem}`.trim()}>
      <legend className={css.name}>{pick(title)}</legend>
      <div id={about} className={linkPage.list}>
        <p>
          {pick(wording)} <span className={linkPage.soft}>{t('version', { version })}</span>
        </p>
        <p className={linkPage.soft}>{pick(otherwise)}</p>
      </div>
      <div className={sign.choices}>
        {[true, false].map((agrees) => (
          <label key={String(agrees)} className={sign.choice}>
            <input type="radio" name={purpose} checked={chosen === agrees} onChange={() => onChoose(agrees)} />
            {t(agrees ? 'agree' : 'disagree')}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
