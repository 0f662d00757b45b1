import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { CloseIcon } from '#client/ui/icons/action-icons.tsx'
import type { z } from 'zod'
import type { enquiryList } from '#shared/admissions/enquiries/enquiry.contract.ts'
import { enquiryQueues } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { type EnquiriesSearch, sorts } from '../enquiries-search.ts'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'

type About = NonNullable<z.output<typeof enquiryList.reply>['about']>

type Part = 'queue' | 'owner' | 'year' | 'grade' | 'source'
const parts: readonly Part[] = ['queue', 'owner', 'year', 'grade', 'source']

interface FiltersProps {
  search: EnquiriesSearch
  about: About | undefined
  onChange: (search: EnquiriesSearch) => void
}

/** Filters as sentences, each to be removed by itself. */
export function EnquiryFilters({ search, about, onChange }: FiltersProps) {
  const { t } = useEnquiryText()
  const [added, setAdded] = useState<Part[]>([])
  const put = (part: Part, value: string) => {
    const { [part]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [part]: part === 'year' ? Number(value) : value }) })
  }
  const isShown = (part: Part) => search[part] !== undefined || added.includes(part)
  const remove = (part: Part) => {
    setAdded(added.filter((each) => each !== part))
    put(part, '')
  }
  const options = useOptions(about)
  return (
    <search className={css.filters} aria-label={t('filter.label')}>
      <SearchBox
        text={search.text ?? ''}
        label={t('filter.search')}
        onSearch={(value) => {
          const { text: _before, ...rest } = search
          onChange({ ...rest, ...(value && { text: value }) })
        }}
      />
      {parts.filter(isShown).map((part) => (
        <Sentence
          key={part}
          part={part}
          value={String(search[part] ?? '')}
          options={options[part]}
          onPut={put}
          onRemove={remove}
        />
      ))}
      <SortSentence search={search} onChange={onChange} />
      <AddFilter parts={parts.filter((part) => !isShown(part))} onAdd={(part) => setAdded([...added, part])} />
    </search>
  )
}

const usePartName = () => {
  const { t } = useEnquiryText()
  return (part: Part): string => (part === 'year' ? t('filter.entryYear') : t(`filter.${part}`))
}

interface SentenceProps {
  part: Part
  value: string
  options: readonly [value: string, name: string][]
  onPut: (part: Part, value: string) => void
  onRemove: (part: Part) => void
}

function Sentence({ part, value, options, onPut, onRemove }: SentenceProps) {
  const { t } = useEnquiryText()
  const name = usePartName()(part)
  return (
    <span className={css.sentence}>
      <label>
        {name}
        <select value={value} onChange={(event) => onPut(part, event.currentTarget.value)}>
          <option value="">{t('filter.any')}</option>
          {options.map(([code, word]) => (
            <option key={code} value={code}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <button type="button" aria-label={t('filter.remove', { name })} onClick={() => onRemove(part)}>
        <CloseIcon />
      </button>
    </span>
  )
}

function SortSentence({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const { t } = useEnquiryText()
  return (
    <span className={css.sentence}>
      <label>
        {t('filter.sort')}
        <select
          value={search.sort ?? 'clock'}
          onChange={(event) => {
            const sort = sorts.find((each) => each === event.currentTarget.value)
            onChange({ ...search, ...(sort && { sort }) })
          }}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </select>
      </label>
    </span>
  )
}

function AddFilter({ parts: left, onAdd }: { parts: readonly Part[]; onAdd: (part: Part) => void }) {
  const { t } = useEnquiryText()
  const nameOf = usePartName()
  if (left.length === 0) return null
  return (
    <select
      className={css.add}
      aria-label={t('filter.add')}
      value=""
      onChange={(event) => {
        const part = left.find((each) => each === event.currentTarget.value)
        if (part) onAdd(part)
      }}
    >
      <option value="">{t('filter.add')}</option>
      {left.map((part) => (
        <option key={part} value={part}>
          {nameOf(part)}
        </option>
      ))}
    </select>
  )
}

function useOptions(about: About | undefined): Record<Part, [value: string, name: string][]> {
  const { t, grade, source } = useEnquiryText()
  const pick = useBilingual()
  const { user } = useAtomValue(sessionAtom)
  const others = (about?.staff ?? []).filter(({ userId }) => userId !== user?.userId)
  return {
    queue: enquiryQueues.map((queue) => [queue, `${t(`queue.${queue}`)} (${about?.queues[queue] ?? 0})`]),
    owner: [
      ...(user ? [[user.userId, t('filter.mine')] as [string, string]] : []),
      ['none', t('filter.none')],
      ...others.map(({ userId, name }): [string, string] => [userId, pick(name)]),
    ],
    year: (about?.known.entryYear ?? []).map((year) => [
      String(year),
      `${year}–${String((year + 1) % 100).padStart(2, '0')}`,
    ]),
    grade: (about?.known.grade ?? []).map((code) => [code, grade(code)]),
    source: (about?.known.source ?? []).map((code) => [code, source(code)]),
  }
}

/** Time after the last key before the server is asked. */
const pauseMs = 250

function SearchBox({ text, label, onSearch }: { text: string; label: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <input
      type="search"
      className={css.search}
      aria-label={label}
      placeholder={label}
      dir="auto"
      value={typed}
      onChange={(event) => {
        const { value } = event.currentTarget
        setTyped(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onSearch(value.trim()), pauseMs)
      }}
    />
  )
}
