import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import css from './offer-section.module.css'

interface FormsProps {
  file: StudentFile
  decision: Decision
}

interface LineProps extends FormsProps {
  form: StudentFile['firstForms'][number]
}

/** What the school has answered before a place is accepted, and what is done without. */
export function RequiredFormsSection({ file, decision }: FormsProps) {
  const { t } = useTranslation('admissions')
  const titleId = useId()
  if (file.firstForms.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={css.version}>
      <h4 id={titleId}>{t('offers.forms.title')}</h4>
      <ul className={css.people}>
        {file.firstForms.map((form) => (
          <li key={form.slug}>
            <Line file={file} decision={decision} form={form} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Said = LineProps['form']['waiver']

/** Once somebody has signed, it stays as it is. */
const isSigned = ({ offers }: StudentFile): boolean =>
  offers.some(
    ({ state, signers }) =>
      (state === 'sent' || state === 'viewed' || state === 'accepted') && signers.some(({ signedAt }) => signedAt),
  )

function Line({ file, decision, form }: LineProps) {
  const { t } = useTranslation('admissions')
  const pick = useBilingual()
  const format = useFormat()
  const actsAs = useActorRoles()
  const { title, state, doneAt, waiver, takenBack } = form
  const isSettled = state === 'done' || state === 'waived'
  const toldOf = ({ by, at }: NonNullable<Said>) => ({
    name: `\u2068${pick(by.name)}\u2069`,
    at: format.dateTime(at),
  })
  const deed = state === 'open' ? 'waive' : state === 'waived' && !isSigned(file) ? 'again' : undefined
  return (
    <>
      <p>
        <strong>
          <bdi>{pick(title)}</bdi>
        </strong>{' '}
        <span className={css.chip} data-state={isSettled ? 'accepted' : 'sent'}>
          {t(`offers.forms.state.${state}`)}
        </span>
      </p>
      {state === 'done' && doneAt && (
        <p className={css.soft}>{t('offers.forms.doneAt', { at: format.dateTime(doneAt) })}</p>
      )}
      {state === 'open' && <p className={css.soft}>{t('offers.forms.todo')}</p>}
      {state === 'withdrawn' && <p className={css.soft}>{t('offers.forms.withdrawn')}</p>}
      {state === 'not-by-link' && <p className={css.soft}>{t('offers.forms.notByLink')}</p>}
      {waiver && (
        <p className={css.soft}>
          {t('offers.forms.waivedBy', toldOf(waiver))} <bdi>{waiver.reason}</bdi>
        </p>
      )}
      {takenBack && (
        <p className={css.soft}>
          {t('offers.forms.againBy', toldOf(takenBack))} <bdi>{takenBack.reason}</bdi>
        </p>
      )}
      {deed && actsAs('registrar', 'head') && (
        <ReasonForm key={deed} deed={deed} file={file} decision={decision} form={form} />
      )}
    </>
  )
}

const kindOf = { waive: 'waive-form', again: 'withdraw-form-waiver' } as const
const reasonOf = { waive: 'reason', again: 'againReason' } as const

/** Does without a form, or asks for it after all: both with the reason why. */
function ReasonForm({ deed, file, decision, form: { slug, title } }: LineProps & { deed: 'waive' | 'again' }) {
  const { t } = useTranslation('admissions')
  const pick = useBilingual()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  useBusy(typed !== '')
  const reason = typed.trim()
  const name = `${t(`offers.forms.${deed}`)}: ${pick(title)}`
  if (!isOpen)
    return (
      <div className={css.actions}>
        <Button aria-label={name} onClick={() => setOpen(true)}>
          {t(`offers.forms.${deed}`)}
        </Button>
      </div>
    )
  return (
    <form
      noValidate
      aria-label={name}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason !== '') void decision.send(file, { kind: kindOf[deed], slug, reason })
      }}
    >
      <TextField
        label={t(`offers.forms.${reasonOf[deed]}`)}
        width="wide"
        maxLength={500}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened this is gone
        autoFocus
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" kind="main" isWorking={decision.isPending} disabled={reason === ''}>
        {t(`offers.forms.${deed}`)}
      </Button>
      <Button kind="quiet" onClick={() => setOpen(false)}>
        {t('offers.forms.leave')}
      </Button>
    </form>
  )
}
