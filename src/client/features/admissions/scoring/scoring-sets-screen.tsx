import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { ScoringSet } from '#shared/admissions/scoring.contract.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import css from './components/set-editor.module.css'
import { SetEditor } from './components/set-editor.tsx'
import { SetList } from './components/set-list.tsx'
import { readSets } from './scoring.api.ts'
import { readSetSearch, setKey } from './set-search.ts'

/** What children are scored by, grade by grade; one of the sets, to be read or gone on with. */
export function ScoringSetsScreen() {
  const { t } = useTranslation('admissions.scoring-editor')
  const errorText = useErrorText()
  const { kind, user } = useAtomValue(sessionAtom)
  const { set } = readSetSearch(useSearch({ from: '/_authenticated/scoring' }))
  const { answer, failure, again } = useAnswer(readSets)
  const [saved, setSaved] = useState<ScoringSet>()
  const [born, setBorn] = useState<string>()
  const mayEdit = hasScopedPermission(kind, user?.authority ?? [], 'scoring.manage')
  const isSaved = saved !== undefined && setKey(saved) === set
  const versions = answer ? versionsOf(answer, set, isSaved ? saved : undefined) : []
  const isOpen = (set === 'new' && mayEdit) || versions.length > 0
  return (
    <ListFrame
      title={t('title')}
      tools={
        <Tools
          set={set}
          mayEdit={mayEdit}
          onLeave={() => {
            setSaved(undefined)
            setBorn(undefined)
          }}
        />
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={!answer && !failure ? t('loading') : undefined}
      empty={answer && !isOpen && (set !== undefined || answer.length === 0) ? emptyWords(t, set) : undefined}
    >
      <InlineNotice tone="success">{isSaved && t('saved', { version: saved.version })}</InlineNotice>
      {answer && set === undefined && answer.length > 0 && <SetList sets={answer} />}
      {answer && isOpen && (
        // What was new a moment ago is the same editor under its own address.
        <OpenSet
          key={set === born ? 'new' : set}
          name={set ?? 'new'}
          versions={versions}
          mayEdit={mayEdit}
          again={again}
          onSaved={(each) => {
            setSaved(each)
            if (set === 'new') setBorn(setKey(each))
          }}
        />
      )}
    </ListFrame>
  )
}

/** The latest first; what was saved here stands there before the list has been read again. */
function versionsOf(all: readonly ScoringSet[], set: string | undefined, saved: ScoringSet | undefined): ScoringSet[] {
  const known = all.filter((each) => setKey(each) === set)
  return saved && known.every(({ id }) => id !== saved.id) ? [saved, ...known] : known
}

function Tools({ set, mayEdit, onLeave }: { set: string | undefined; mayEdit: boolean; onLeave: () => void }) {
  const { t } = useTranslation('admissions.scoring-editor')
  if (set !== undefined)
    return (
      <Link className={css.link} to="/scoring" search={{}} onClick={onLeave}>
        {t('toList')}
      </Link>
    )
  return mayEdit ? (
    <Link className={css.link} to="/scoring" search={{ set: 'new' }}>
      {t('begin')}
    </Link>
  ) : null
}

const emptyWords = (t: (key: 'none.title' | 'none.text' | 'gone.title' | 'gone.text') => string, set?: string) =>
  set === undefined
    ? { title: t('none.title'), text: t('none.text') }
    : { title: t('gone.title'), text: t('gone.text') }

interface OpenProps {
  name: string
  versions: readonly ScoringSet[]
  mayEdit: boolean
  again: () => void
  onSaved: (set: ScoringSet) => void
}

function OpenSet({ name, versions, mayEdit, again, onSaved }: OpenProps) {
  const navigate = useNavigate()
  return (
    <SetEditor
      name={name}
      latest={versions[0]}
      versions={versions}
      mayEdit={mayEdit}
      onSaved={(set) => {
        onSaved(set)
        again()
        void navigate({ to: '/scoring', search: { set: setKey(set) }, replace: true })
      }}
    />
  )
}
