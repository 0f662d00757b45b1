import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { deleteEdit, keepEdit } from '#client/platform/offline/edit-drafts.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { BothLanguages } from '#client/ui/fields/both-languages.tsx'
import { type ConsentDefinition, NewConsentWording } from '#shared/consents/consent-definition.contract.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import { draftName, draftOf, type WordingDraft } from './wording-draft.ts'
import css from './wordings.module.css'
import { publishWording } from './wordings.api.ts'

interface FormProps {
  definition: ConsentDefinition
  /** What an earlier visit typed and did not publish. */
  kept: WordingDraft | undefined
  onClose: () => void
  /** Asks for the definitions once more: somebody else has published. */
  onReload: () => void
  onPublished: () => void
}

const parts = ['title', 'wording', 'otherwise'] as const
const most = { title: 120, wording: 4000, otherwise: 600 } as const

/** A new version of a wording. What is typed stays on this device until it is published or discarded. */
export function WordingForm({ definition, kept, onClose, onReload, onPublished }: FormProps) {
  const { t } = useTranslation('consents.wordings')
  const errorText = useErrorText()
  const { purpose } = definition
  const { draft, wrong, error, isPending, change, publish, discard } = useNewWording({
    definition,
    kept,
    onClose,
    onPublished,
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    publish(draft.seen)
  }
  const newest = definition.versions[0]?.version ?? draft.seen
  return (
    <form className={css.form} noValidate aria-label={t('write')} onSubmit={submit}>
      {kept && <InlineNotice tone="info">{t('back')}</InlineNotice>}
      {parts.map((part) => (
        <BothLanguages
          key={part}
          label={t(`part.${part}`)}
          id={`${purpose}-${part}`}
          maxLength={most[part]}
          rows={part === 'title' ? undefined : part === 'wording' ? 6 : 3}
          value={draft[part]}
          errors={{
            en: wrong.includes(`${part}.en`) ? t('wrong.en') : undefined,
            ar: wrong.includes(`${part}.ar`) ? t('wrong.ar') : undefined,
          }}
          onChange={(text) => change({ [part]: text })}
        />
      ))}
      <AgainFields purpose={purpose} draft={draft} onChange={change} />
      {newest !== draft.seen && <InlineNotice tone="warning">{t('overtaken')}</InlineNotice>}
      {error && (
        <InlineNotice tone="problem">
          {error === 'settings.changed' ? t('overtaken') : errorText(error)}
          {error === 'settings.changed' && <Button onClick={onReload}>{t('look')}</Button>}
        </InlineNotice>
      )}
      <div className={css.foot}>
        {newest === draft.seen ? (
          <Button kind="main" type="submit" isWorking={isPending}>
            {t('publish')}
          </Button>
        ) : (
          <Button isWorking={isPending} onClick={() => publish(newest)}>
            {t('publishOver')}
          </Button>
        )}
        <Button onClick={() => void discard()}>{t('discard')}</Button>
      </div>
    </form>
  )
}

/** A new wording while it is written: kept on this device, checked and published. */
function useNewWording({ definition, kept, onClose, onPublished }: Omit<FormProps, 'onReload'>) {
  const { purpose } = definition
  const [draft, setDraft] = useState(() => kept ?? draftOf(definition))
  const [wrong, setWrong] = useState<readonly string[]>([])
  useBusy(true)
  const { mutate, error, isPending } = useMutation(publishWording, {
    onSuccess: async () => {
      await deleteEdit(draftName(purpose))
      onPublished()
    },
  })
  const change = (more: Partial<WordingDraft>) => {
    const next = { ...draft, ...more }
    setDraft(next)
    void keepEdit(draftName(purpose), next)
  }
  const publish = (seen: number) => {
    const { again, lapsesOn } = draft
    const asked = NewConsentWording.safeParse({
      ...draft,
      purpose,
      seen,
      lapsesOn: again === 'everyone' && lapsesOn !== '' ? lapsesOn : null,
    })
    setWrong(asked.success ? [] : asked.error.issues.map(({ path }) => path.join('.')))
    if (asked.success) void mutate(asked.data)
  }
  const discard = async () => {
    await deleteEdit(draftName(purpose))
    onClose()
  }
  return { draft, wrong, error, isPending, change, publish, discard }
}

interface AgainProps {
  purpose: string
  draft: WordingDraft
  onChange: (more: Partial<WordingDraft>) => void
}

/** Who must agree to the new wording, and whether earlier agreements lapse. */
function AgainFields({ purpose, draft, onChange }: AgainProps) {
  const { t } = useTranslation('consents.wordings')
  if (purpose === facesPurpose) return <p>{t('faces')}</p>
  return (
    <>
      <RadioChoices
        title={t('again')}
        name={`${purpose}-again`}
        values={['nobody', 'new', 'everyone']}
        chosen={draft.again}
        word={(again) => t(`agains.${again}`)}
        onChoose={(again) => onChange({ again })}
      />
      {draft.again === 'everyone' && (
        <DateField
          id={`${purpose}-lapsesOn`}
          label={t('lapsesOn')}
          hint={t('lapsesOnHint')}
          value={draft.lapsesOn}
          onChange={(lapsesOn) => onChange({ lapsesOn })}
        />
      )}
    </>
  )
}
