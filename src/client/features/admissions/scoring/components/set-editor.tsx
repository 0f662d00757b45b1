import { type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ConflictNotice } from '#client/platform/editor/conflict-notice.tsx'
import { type KeptDraft, useVersionedDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { WithKeptDraft } from '#client/platform/editor/with-kept-draft.tsx'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { ScoringSet } from '#shared/admissions/scoring.contract.ts'
import { maxItems } from '#shared/admissions/scoring.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { readSets, saveSet } from '../scoring.api.ts'
import { blankSet, draftOf, type ItemDraft, newItem, readDraft, type SetDraft, type Wrong } from '../set-draft.ts'
import { setKey } from '../set-search.ts'
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
  /** Name of the set in its address; `new` for one that is not saved yet. */
  name: string
  /** The version that is gone on from; none of a set that is new. */
  latest: ScoringSet | undefined
  versions: readonly ScoringSet[]
  mayEdit: boolean
  onSaved: (set: ScoringSet) => void
}

const valuesOf = (set: ScoringSet | undefined) => ({
  version: set?.version ?? 0,
  values: set ? draftOf(set.entryYear, set.grade, set.body) : blankSet(),
})

/** What is typed, and what keeps it from being saved. */
function useSetDraft({ name, latest, kept, onSaved }: OpenEditorProps) {
  const [wrong, setWrong] = useState<Wrong>()
  const edit = useVersionedDraft<SetDraft>({
    name: `scoring:${name}`,
    opened: valuesOf(latest),
    kept,
    conflict: 'scoring.changed',
    save: async (draft, version) => {
      const read = readDraft(draft)
      if ('wrong' in read) throw new AppError('request.invalid')
      const { body } = read
      const set = await saveSet({ entryYear: Number(draft.entryYear), grade: draft.grade.trim(), version, body })
      onSaved(set)
      return { version: set.version, values: draft }
    },
  })
  /** @returns whether there was anything to be sent */
  const send = (over = edit.seen): boolean => {
    const read = readDraft(edit.draft)
    setWrong('wrong' in read ? read.wrong : undefined)
    if ('wrong' in read) return false
    void edit.send(over)
    return true
  }
  return { ...edit, send, wrong }
}

/** A set, as it is and as it will be. No version is ever changed: what is saved is the next one. */
export function SetEditor(props: EditorProps) {
  return <WithKeptDraft name={`scoring:${props.name}`}>{(kept) => <OpenEditor {...props} kept={kept} />}</WithKeptDraft>
}

interface OpenEditorProps extends EditorProps {
  kept: KeptDraft | undefined
}

function OpenEditor(props: OpenEditorProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  const { t: editorText } = useTranslation('editor')
  const { versions, mayEdit } = props
  const { seen, draft, change, send, take, drop, wrong, error, isPending, isBack, isChanged, isConflict } =
    useSetDraft(props)
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
        <p className={common.softPart}>{seen > 0 ? t('next', { version: seen, next: seen + 1 }) : t('first')}</p>
        {isBack && <InlineNotice tone="info">{editorText('back')}</InlineNotice>}
        <fieldset className={css.plain} disabled={!mayEdit}>
          <SetBasics draft={draft} put={change} isNew={seen === 0} />
          <ItemList items={draft.items} onChange={(items) => change({ items })} />
          <RuleList rules={draft.rules} onChange={(rules) => change({ rules })} />
        </fieldset>
        <WrongLine wrong={wrong} error={error} line={problemLine} />
        {isConflict && (
          <ConflictNotice
            question={theirsOf(`${draft.entryYear.trim()}-${draft.grade.trim()}`)}
            onTheirs={({ set }) => void take(valuesOf(set))}
            onMine={({ set }) => void send(set.version)}
          />
        )}
        {mayEdit && (
          <div className={common.actions}>
            <Button type="submit" kind="main" isWorking={isPending}>
              {t('save', { version: seen + 1 })}
            </Button>
            {isChanged && <Button onClick={() => void drop()}>{editorText('head.discard')}</Button>}
          </div>
        )}
      </form>
      <div className={css.side}>
        <SetPreview draft={draft} />
        <SetVersions versions={versions} />
      </div>
    </div>
  )
}

const questions: Record<string, () => Promise<Theirs>> = {}
interface Theirs {
  set: ScoringSet
  edited: { by: Bilingual; at: string }
}

/** Returns the question for the version that somebody else has saved; the same function for the same set at every drawing. */
const theirsOf = (key: string) =>
  (questions[key] ??= async () => {
    const set = (await readSets()).find((each) => setKey(each) === key)
    if (!set) throw new AppError('request.not-found')
    return { set, edited: { by: set.by.name, at: set.at } }
  })

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
