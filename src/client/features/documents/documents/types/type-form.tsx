import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { DocumentType, TypeSet } from '#shared/documents/document-type.contract.ts'
import { saveTypes } from '../document-desk.api.ts'
import { differingParts, draftOfType, type TypePart, typeOf } from './type-draft.ts'
import { TypeFields } from './type-fields.tsx'
import css from './type-form.module.css'
import { useTypeText } from './use-type-text.ts'

interface FormRequest {
  /** The list as it stands now; newer than what the form began with where somebody was faster. */
  standing: TypeSet
  opened: DocumentType
  again: () => void
  onLeave: (saved: boolean) => void
}

/** One paper of the list while it is changed. The others are saved as they stand. */
function useTypeForm({ standing, opened, again, onLeave }: FormRequest) {
  const [began, setBegan] = useState(standing)
  const [base, setBase] = useState(opened)
  const [draft, setDraft] = useState(() => draftOfType(opened))
  const [wrong, setWrong] = useState<readonly TypePart[]>([])
  const { mutate, isPending, error, reset } = useCommand(
    (list: Omit<Parameters<typeof saveTypes>[0], 'commandId'>, commandId) => saveTypes({ ...list, commandId }),
    { onSuccess: () => onLeave(true), onError: (why) => why === 'document.changed' && again() },
  )
  const isClash = error === 'document.changed' && standing.version !== began.version
  const codes = standing.types.map(({ code }) => code)
  const asked = typeOf(draft, codes)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOfType(base))
  useBusy(isChanged)
  const send = async () => {
    setWrong('wrong' in asked ? asked.wrong : [])
    if ('wrong' in asked) return
    const list = isClash ? standing : began
    const { type } = asked
    const types = list.types.some(({ code }) => code === type.code)
      ? list.types.map((each) => (each.code === type.code ? type : each))
      : [...list.types, type]
    if (!(await mutate({ seen: list.version, types }))) setBegan(list)
  }
  const theirs = standing.types.find(({ code }) => code === base.code)
  const takeTheirs = () => {
    if (!theirs) return
    setBegan(standing)
    setBase(theirs)
    setDraft(draftOfType(theirs))
    reset()
  }
  return {
    draft,
    setDraft,
    wrong,
    isChanged,
    isPending,
    isClash,
    send,
    takeTheirs,
    /** Of a clash: what is typed, and what somebody else has saved of the same paper meanwhile. */
    mine: 'type' in asked ? asked.type : undefined,
    theirs,
    failure: isClash ? undefined : error,
  }
}

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
