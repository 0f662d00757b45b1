import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { useKeptForm } from '#client/platform/editor/use-kept-form.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { DeviceKind } from '#shared/sync/device.contract.ts'

/** What is typed of a place or a till. */
export interface PlaceDraft {
  id: string
  code: string
  name: Bilingual
  kind: DeviceKind
  /** The name that was there when it was typed; null for a new one. */
  seenName: Bilingual | null
}

interface EditProps {
  title: string
  form: ReturnType<typeof useKeptForm<PlaceDraft>>
  wrong: readonly string[]
  isNew: boolean
  isPending: boolean
  error: Parameters<ReturnType<typeof useErrorText>>[0] | undefined
  onSave: () => void
  onClose: () => void
  children?: ReactNode
}

/** Names of a place or a till in both languages, and its code while it is new. */
export function EditSheet({ title, form, wrong, isNew, isPending, error, onSave, onClose, children }: EditProps) {
  const { t } = useTranslation('sync.devices')
  const { t: editor } = useTranslation('editor')
  const errorText = useErrorText()
  const formId = useId()
  const { code, name } = form.draft
  const cancel = () => {
    void form.drop()
    onClose()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <Sheet
      title={title}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>{t('places.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('places.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={submit}>
        {form.isBack && <InlineNotice tone="info">{editor('back')}</InlineNotice>}
        {(['en', 'ar'] as const).map((lang) => (
          <TextField
            key={lang}
            label={t(`places.name.${lang}`)}
            lang={lang}
            maxLength={60}
            autoComplete="off"
            error={wrong.includes(`name.${lang}`) ? t(`places.wrong.${lang}`) : undefined}
            value={name[lang]}
            onChange={(typed) => form.change({ name: { ...name, [lang]: typed } })}
          />
        ))}
        {children}
        {isNew && (
          <TextField
            label={t('places.code')}
            hint={t('places.codeHint')}
            width="narrow"
            dir="ltr"
            maxLength={4}
            autoComplete="off"
            error={wrong.includes('code') ? t('places.wrong.code') : undefined}
            value={code}
            onChange={(typed) => form.change({ code: typed.toUpperCase().trim() })}
          />
        )}
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
