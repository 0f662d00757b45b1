import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { FormRow } from '#shared/forms/editor/form-edit.contract.ts'
import { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import { keyFrom } from '../edit-keys.ts'
import inputs from '../fields/inputs.module.css'
import { beginForm } from '../form-edit.api.ts'
import css from '../outline/node-panel.module.css'

/** What is being typed, and beginning the form with it. */
function useNewForm() {
  const navigate = useNavigate()
  const [title, setTitle] = useState({ en: '', ar: '' })
  const [typedSlug, setTypedSlug] = useState<string>()
  const [from, setFrom] = useState('')
  const [purpose, setPurpose] = useState<FormPurpose>('enquiry')
  const slug = typedSlug ?? keyFrom(title.en).replaceAll('_', '-')
  const { mutate, isPending, error } = useMutation(beginForm, {
    onSuccess: () => navigate({ to: '/forms', search: { form: slug } }),
  })
  const begin = (event: FormEvent) => {
    event.preventDefault()
    void mutate({ slug, title, purpose, from: from || null })
  }
  return { title, setTitle, slug, setTypedSlug, from, setFrom, purpose, setPurpose, isPending, error, begin }
}

/** Begins a form: its name in both languages, where it will be found, and what it begins with. */
export function NewFormSheet({ forms, onClose }: { forms: readonly FormRow[]; onClose: () => void }) {
  const { t } = useTranslation('forms.editor')
  const errorText = useErrorText()
  const formId = useId()
  const { title, setTitle, slug, setTypedSlug, from, setFrom, purpose, setPurpose, ...state } = useNewForm()
  const footer = (
    <>
      <Button variant="default" size="md" onClick={onClose}>
        {t('new.cancel')}
      </Button>
      <Button size="md" type="submit" form={formId} loading={state.isPending}>
        {t('new.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('new.title')} onClose={onClose} footer={footer}>
      <form id={formId} className={css.panel} onSubmit={state.begin}>
        {state.error && <InlineNotice tone="problem">{errorText(state.error)}</InlineNotice>}
        <TitleInputs title={title} onWrite={setTitle} />
        <TextField
          label={t('new.slug')}
          hint={t('new.slugHelp')}
          dir="ltr"
          required
          pattern="[a-z][a-z0-9\-]{1,40}"
          title={t('new.slugHelp')}
          value={slug}
          onChange={(typed) => setTypedSlug(typed.toLowerCase())}
        />
        <FromSelect forms={forms} from={from} onChoose={setFrom} />
        <ChoiceField
          label={t('new.purpose')}
          values={FormPurpose.options}
          nameOf={(each) => t(`purpose.${each}`)}
          value={purpose}
          onChange={setPurpose}
        />
      </form>
    </Sheet>
  )
}

type Title = { en: string; ar: string }

function TitleInputs({ title, onWrite }: { title: Title; onWrite: (title: Title) => void }) {
  const { t } = useTranslation('forms.editor')
  return (
    <div className={inputs.pair}>
      {(['en', 'ar'] as const).map((lng) => (
        <TextField
          key={lng}
          label={t(`new.name.${lng}`)}
          lang={lng}
          required
          maxLength={300}
          data-autofocus={lng === 'en' || undefined}
          value={title[lng]}
          onChange={(typed) => onWrite({ ...title, [lng]: typed })}
        />
      ))}
    </div>
  )
}

interface FromProps {
  forms: readonly FormRow[]
  from: string
  onChoose: (slug: string) => void
}

function FromSelect({ forms, from, onChoose }: FromProps) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  return (
    <SelectField label={t('new.from')} value={from} onChange={onChoose}>
      <option value="">{t('new.blank')}</option>
      {forms
        .filter(({ version }) => version !== null)
        .map((form) => (
          <option key={form.slug} value={form.slug}>
            {t('new.like', { form: pick(form.title) })}
          </option>
        ))}
    </SelectField>
  )
}
