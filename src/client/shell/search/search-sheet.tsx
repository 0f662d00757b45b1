import { useRouter } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import { type Found, searchFor } from '#client/platform/search.api.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { searchTextAtom } from '../desk/desk.atoms.ts'
import type { PartProps } from '../desk/part.types.ts'
import { type FoundGroup, type FoundLine, useFoundGroups } from './search-groups.ts'
import css from './search-sheet.module.css'

interface FoundListProps {
  listId: string
  groups: readonly FoundGroup[]
  chosen: FoundLine | undefined
  onChoose: (line: FoundLine) => void
}

function FoundList({ listId, groups, chosen, onChoose }: FoundListProps) {
  const { t } = useTranslation('frame')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={listId} className={css.list} role="listbox" aria-label={t('search.found')}>
      {groups.map(({ group, lines }) => (
        <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
          <p id={`${listId}-${group}`} className={css.group} role="presentation">
            {t(`search.group.${group}`)}
          </p>
          {lines.map((line) => (
            // The field has the focus and the keys: oxlint asks for both here.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- aria-activedescendant
            <div
              key={line.id}
              id={`${listId}-${line.id}`}
              role="option"
              aria-selected={line === chosen}
              className={css.line}
              onClick={() => onChoose(line)}
            >
              <bdi className={css.name}>{line.name}</bdi>
              {line.more && <span className={css.more}>{line.more}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Somebody who types is not asked for at every letter. */
const quietMs = 180
/** One letter is found in half of all names. */
const minLetters = 2

interface Answered {
  text: string
  found: Found | undefined
  failure: MessageId | undefined
}

const nothing: Answered = { text: '', found: undefined, failure: undefined }

/** What the server finds for a text. What was found for the one before stays until then, so that nothing jumps. */
function useSearch(typed: string, mayAsk: boolean) {
  const [answered, setAnswered] = useState(nothing)
  const text = typed.trim()
  const isWanted = mayAsk && text.length >= minLetters
  useEffect(() => {
    if (!isWanted) return
    const giveUp = new AbortController()
    const ask = async () => {
      let answer: Answered
      try {
        answer = { text, found: await searchFor(text, giveUp.signal), failure: undefined }
      } catch (error) {
        answer = { text, found: undefined, failure: messageIdOf(error) }
      }
      if (!giveUp.signal.aborted) setAnswered(answer)
    }
    const timer = setTimeout(() => void ask(), quietMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [text, isWanted])
  return { ...(isWanted ? answered : nothing), isAsking: isWanted && answered.text !== text }
}

/** People, references and pages by a few letters. A combobox: the focus stays in the field, the arrows choose. */
export function SearchSheet({ onClose }: PartProps) {
  const { t } = useTranslation('frame')
  const { kind, user } = useAtomValue(sessionAtom)
  const router = useRouter()
  const listId = useId()
  const [text, setText] = useAtom(searchTextAtom)
  const [at, setAt] = useState(0)
  const mayAsk = hasScopedPermission(kind, user?.authority ?? [], 'students.see')
  const { found, failure, isAsking } = useSearch(text, mayAsk)
  const groups = useFoundGroups(text, found)
  const lines = groups.flatMap((group) => group.lines)
  const chosen = lines[Math.min(at, lines.length - 1)]
  const go = ({ to }: FoundLine) => {
    onClose()
    void router.navigate({ href: to })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) go(chosen)
    else if (step === undefined || lines.length === 0) return
    else setAt((Math.min(at, lines.length - 1) + step + lines.length) % lines.length)
    event.preventDefault()
  }
  return (
    <Sheet title={t('search.open')} onClose={onClose}>
      <div className={css.search}>
        <input
          className={css.input}
          type="text"
          role="combobox"
          data-autofocus
          aria-label={t('search.label')}
          aria-describedby={`${listId}-hint`}
          aria-expanded={lines.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${listId}-${chosen.id}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          dir="auto"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <p id={`${listId}-hint`} className={css.hint}>
          {t(mayAsk ? 'search.hint' : 'search.hintPages')}
        </p>
        <FoundList listId={listId} groups={groups} chosen={chosen} onChoose={go} />
        <Said count={lines.length} isBusy={isAsking} text={text} failure={failure} />
      </div>
    </Sheet>
  )
}

interface SaidProps {
  count: number
  isBusy: boolean
  text: string
  failure: ReturnType<typeof useSearch>['failure']
}

/** How it went, told aloud as well. Without a network the pages are found all the same. */
function Said({ count, isBusy, text, failure }: SaidProps) {
  const { t } = useTranslation('frame')
  const errorText = useErrorText()
  const isNothing = text.trim() !== '' && count === 0 && !isBusy && !failure
  return (
    <div role="status" aria-live="polite">
      {failure && <p className={css.failure}>{failure === 'L000' ? t('search.offline') : errorText(failure)}</p>}
      {isNothing && <p className={css.hint}>{t('search.nothing')}</p>}
      {count > 0 && !isBusy && <span className="visually-hidden">{t('search.count', { count })}</span>}
    </div>
  )
}
