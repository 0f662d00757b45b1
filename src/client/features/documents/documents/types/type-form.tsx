import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { DocumentType, TypeSet } from '#shared/documents/document-type.contract.ts'
import { differingParts, type TypePart } from './type-draft.ts'
import { TypeFields } from './type-fields.tsx'
import css from './type-form.module.css'
import { useTypeForm } from './use-type-form.ts'
import { useTypeText } from './use-type-text.ts'

interface FormProps {
  standing: TypeSet
  opened: DocumentType
  again: () => void
  onLeave: (saved: boolean) => void
}

/** One kind of paper: its names, who sees it, how long it is good and of whom it is asked. */
export function TypeForm(props: FormProps) {
  const { t } = useTranslation('documents.required')
  const errorText = useErrorText()
  const form = useTypeForm(props)
  const top = useRef<HTMLFormElement>(null)
  // The list above which it opens may be scrolled far down.
  useEffect(() => top.current?.querySelector('input')?.focus(), [])
  const { draft, wrong, isClash, mine, theirs, failure } = form
  return (
    <form
      ref={top}
      noValidate
      aria-label={t('types.form')}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (form.isChanged) void form.send()
      }}
    >
      <TypeFields draft={draft} wrong={wrong} onChange={(more) => form.setDraft({ ...draft, ...more })} />
      {isClash && mine && <Conflict mine={mine} theirs={theirs} onTheirs={form.takeTheirs} />}
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      <div className={common.actions}>
        <Button type="submit" kind="main" isWorking={form.isPending} disabled={!form.isChanged}>
          {t(isClash ? 'types.insist' : 'types.save')}
        </Button>
        <Button kind="quiet" onClick={() => props.onLeave(false)}>
          {t('types.back')}
        </Button>
      </div>
    </form>
  )
}

interface ConflictProps {
  mine: DocumentType
  theirs: DocumentType | undefined
  onTheirs: () => void
}

/** Somebody was faster: what differs on this paper, side by side. Nothing is overwritten unseen, nothing typed is lost. */
function Conflict({ mine, theirs, onTheirs }: ConflictProps) {
  const { t } = useTranslation('documents.required')
  const parts = theirs ? differingParts(mine, theirs) : []
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <strong>{t('types.clash')}</strong>
      {theirs && parts.length > 0 && (
        <>
          <div className={common.sides}>
            <Side title={t('types.mine')} type={mine} parts={parts} />
            <Side title={t('types.theirs')} type={theirs} parts={parts} />
          </div>
          <Button onClick={onTheirs}>{t('types.takeTheirs')}</Button>
        </>
      )}
    </InlineNotice>
  )
}

function Side({ title, type, parts }: { title: string; type: DocumentType; parts: readonly TypePart[] }) {
  const { t } = useTranslation('documents.required')
  const { partText } = useTypeText()
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className={css.list}>
        {parts.map((part) => (
          <div key={part}>
            <dt>{t(`part.${part}`)}</dt>
            <dd>{partText(type, part)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
