import { type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { ScoringSet } from '#shared/admissions/scoring.contract.ts'
import { maxItems } from '#shared/admissions/scoring.rules.ts'
import { saveSet } from '../scoring.api.ts'
import { blankSet, draftOf, type ItemDraft, newItem, readDraft, type SetDraft, type Wrong } from '../set-draft.ts'
import { ItemFields } from './item-fields.tsx'
import { RowActions } from './row-actions.tsx'
import { SetBasics } from './set-basics.tsx'
import css from './set-editor.module.css'
import { RuleList, SetPreview, SetVersions } from './set-panels.tsx'

interface ItemsProps {
  items: readonly ItemDraft[]
  onChange: (items: ItemDraft[]) => void
}

/** Everything that is scored, in its order. */
function ItemList({ items, onChange }: ItemsProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  return (
    <section className={css.group} aria-label={t('part.items')}>
      <h2>{t('part.items')}</h2>
      {items.map((item, place) => {
        const name = t('itemNo', { no: place + 1 })
        return (
          <fieldset key={item.key} className={css.card}>
            <legend>{name}</legend>
            <ItemFields
              item={item}
              put={(more) => onChange(items.map((each) => (each.key === item.key ? { ...each, ...more } : each)))}
            />
            <RowActions list={items} place={place} name={name} least={1} onChange={onChange} />
          </fieldset>
        )
      })}
      {items.length < maxItems && <Button onClick={() => onChange([...items, newItem(items)])}>{t('addItem')}</Button>}
    </section>
  )
}

interface EditorProps {
  /** The version that is gone on from; none of a set that is new. */
  latest: ScoringSet | undefined
  versions: readonly ScoringSet[]
  mayEdit: boolean
  /** The versions are to be read again. */
  onRead: () => void
  onSaved: (set: ScoringSet) => void
}

const beginWith = (set: ScoringSet | undefined): SetDraft =>
  set ? draftOf(set.entryYear, set.grade, set.body) : blankSet()

/** What is typed, the version it goes on from, and what hinders it from being saved. */
function useSetDraft({ latest, onRead, onSaved }: Pick<EditorProps, 'latest' | 'onRead' | 'onSaved'>) {
  const [seen, setSeen] = useState(latest)
  const [draft, setDraft] = useState(() => beginWith(latest))
  const [isTouched, setIsTouched] = useState(false)
  const [wrong, setWrong] = useState<Wrong>()
  const { mutate, error, isPending } = useMutation(saveSet, {
    onSuccess: (set) => {
      setSeen(set)
      setIsTouched(false)
      onSaved(set)
    },
    onError: onRead,
  })
  useBusy(isTouched)
  const put = (more: Partial<SetDraft>) => {
    setDraft({ ...draft, ...more })
    setIsTouched(true)
  }
  /** @returns whether there was anything to be sent */
  const send = (): boolean => {
    const read = readDraft(draft)
    setWrong('wrong' in read ? read.wrong : undefined)
    if ('wrong' in read) return false
    const of = { entryYear: Number(draft.entryYear), grade: draft.grade.trim(), version: seen?.version ?? 0 }
    void mutate({ ...of, body: read.body })
    return true
  }
  const newer = isTouched && latest && latest.version > (seen?.version ?? 0) ? latest : undefined
  const goOnFrom = (set: ScoringSet, whose: 'mine' | 'theirs') => {
    setSeen(set)
    if (whose === 'mine') return
    setDraft(beginWith(set))
    setIsTouched(false)
  }
  return { seen, draft, put, send, wrong, error, isPending, newer, goOnFrom }
}

/**
 * A set, as it is and as it will be. No version is ever changed: what is saved is the next one, and what was typed stays here
 * whatever the server says.
 */
export function SetEditor({ versions, mayEdit, ...of }: EditorProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  const { seen, draft, put, send, wrong, error, isPending, newer, goOnFrom } = useSetDraft(of)
  const problemLine = useRef<HTMLParagraphElement>(null)
  return (
    <div className={css.sides}>
      <form
        className={css.form}
        aria-label={t('write')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!send()) setTimeout(() => problemLine.current?.focus())
        }}
      >
        <p className={common.softPart}>
          {seen ? t('next', { version: seen.version, next: seen.version + 1 }) : t('first')}
        </p>
        <fieldset className={css.plain} disabled={!mayEdit}>
          <SetBasics draft={draft} put={put} isNew={seen === undefined} />
          <ItemList items={draft.items} onChange={(items) => put({ items })} />
          <RuleList rules={draft.rules} onChange={(rules) => put({ rules })} />
        </fieldset>
        <WrongLine wrong={wrong} error={error} line={problemLine} />
        {newer && (
          <Newer newer={newer} onMine={() => goOnFrom(newer, 'mine')} onTheirs={() => goOnFrom(newer, 'theirs')} />
        )}
        {mayEdit && (
          <Button type="submit" kind="main" isWorking={isPending}>
            {t('save', { version: (seen?.version ?? 0) + 1 })}
          </Button>
        )}
      </form>
      <div className={css.side}>
        <SetPreview draft={draft} />
        <SetVersions versions={versions} />
      </div>
    </div>
  )
}

interface WrongProps {
  wrong: Wrong | undefined
  error: Parameters<ReturnType<typeof useErrorText>>[0] | undefined
  line: Ref<HTMLParagraphElement>
}

/** What hinders it from being saved: where it is wrong, or what the server said. */
function WrongLine({ wrong, error, line }: WrongProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  const errorText = useErrorText()
  const text =
    wrong === undefined
      ? error && errorText(error)
      : wrong.line === null
        ? t(`wrong.${wrong.part}`)
        : t(wrong.part === 'rules' ? 'wrong.rule' : 'wrong.item', { no: wrong.line + 1 })
  return text ? (
    <InlineNotice tone="problem" ref={line} tabIndex={-1}>
      {text}
    </InlineNotice>
  ) : null
}

interface NewerProps {
  newer: ScoringSet
  onMine: () => void
  onTheirs: () => void
}

/** Somebody was faster: theirs stands beside what was typed here, and neither is lost by itself. */
function Newer({ newer, onMine, onTheirs }: NewerProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  return (
    <div className={css.hint}>
      <p>{t('newer', { version: newer.version })}</p>
      <div className={common.actions}>
        <Button onClick={onMine}>{t('keepMine')}</Button>
        <Button onClick={onTheirs}>{t('takeTheirs')}</Button>
      </div>
    </div>
  )
}
