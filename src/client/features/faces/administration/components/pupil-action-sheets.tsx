import { type ComponentProps, type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage, useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import { Language } from '#shared/kernel/fields.ts'
import { askGuardian, setPin } from '../face-desk.api.ts'
import { pinFault, pinTyped } from '../pin-entry.ts'

interface PinSheetProps {
  pupil: FacePupil
  onClose: () => void
  onDone: () => void
}

/** Four digits, typed twice by the pupil or for them. Nobody can read them again, here or anywhere. */
export function PinSheet({ pupil, onClose, onDone }: PinSheetProps) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(setPin, { onSuccess: onDone })
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [fault, setFault] = useState<ReturnType<typeof pinFault>>()
  const formId = useId()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const found = pinFault(first, second)
    setFault(found)
    if (!found) void mutate(pupil.customerId, first)
  }
  const footer = (
    <>
      <Button onClick={onClose}>{t('leave')}</Button>
      <Button kind="main" type="submit" form={formId} isWorking={isPending}>
        {t('deed.pin.do')}
      </Button>
    </>
  )
  return (
    <Sheet
      key="pin"
      title={t('deed.pin.title', { name: pick(pupil.name) })}
      size="narrow"
      onClose={onClose}
      footer={footer}
    >
      <p>{t('deed.pin.text')}</p>
      <form id={formId} className={common.list} onSubmit={submit}>
        <Digits data-autofocus name={t('pin.first')} value={first} isWrong={fault !== undefined} onType={setFirst} />
        <Digits name={t('pin.second')} value={second} isWrong={fault === 'differs'} onType={setSecond} />
      </form>
      {fault && <p role="alert">{t(`pin.fault.${fault}`)}</p>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface DigitsProps extends Omit<ComponentProps<'input'>, 'name' | 'width'> {
  name: string
  isWrong: boolean
  onType: (digits: string) => void
}

const Digits = ({ name, isWrong, onType, ...input }: DigitsProps) => (
  <TextField
    label={name}
    {...input}
    type="password"
    inputMode="numeric"
    autoComplete="off"
    dir="ltr"
    aria-invalid={isWrong}
    onChange={(typed) => onType(pinTyped(typed))}
  />
)

interface AskSheetProps {
  pupil: FacePupil
  onClose: () => void
  onDone: () => void
}

/** Asks one guardian about this pupil's face, by a link of their own. */
export function AskSheet({ pupil, onClose, onDone }: AskSheetProps) {
  const { t, i18n } = useTranslation('faces.administration')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(askGuardian, { onSuccess: onDone })
  const [values, setValues] = useState({ guardian: '', email: '' })
  const [language, setLanguage] = useState<Language>(i18n.language === 'ar' ? 'ar' : 'en')
  const [maySign, setMaySign] = useState(false)
  const formId = useId()
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const asked = { ...values, language, maySign, purposes: [facesPurpose], submissionId: null }
    const subject = inLanguage(pupil.name, language)
    void mutate({ ...asked, subject, customerId: pupil.customerId })
  }
  const footer = (
    <>
      <Button onClick={onClose}>{t('leave')}</Button>
      <Button kind="main" type="submit" form={formId} isWorking={isPending}>
        {t('deed.ask.do')}
      </Button>
    </>
  )
  return (
    <Sheet key="ask" title={t('deed.ask.title', { name: pick(pupil.name) })} onClose={onClose} footer={footer}>
      <p>{t('deed.ask.text')}</p>
      <form id={formId} className={common.list} onSubmit={send}>
        {(['guardian', 'email'] as const).map((name) => (
          <TextField
            key={name}
            label={t(`deed.ask.${name}`)}
            required
            type={name === 'email' ? 'email' : 'text'}
            autoComplete="off"
            maxLength={name === 'email' ? 254 : 120}
            value={values[name]}
            onChange={(typed) => setValues({ ...values, [name]: typed })}
          />
        ))}
        <LanguageField language={language} onChange={setLanguage} />
        <CheckboxField label={t('deed.ask.maySign')} checked={maySign} onChange={setMaySign} />
        <p className={common.smallLine}>{t('deed.ask.maySignHelp')}</p>
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

function LanguageField({ language, onChange }: { language: Language; onChange: (language: Language) => void }) {
  const { t } = useTranslation('faces.administration')
  return (
    <ChoiceField
      label={t('deed.ask.language')}
      values={Language.options}
      nameOf={(each) => t(`deed.ask.${each}`)}
      value={language}
      onChange={onChange}
    />
  )
}
