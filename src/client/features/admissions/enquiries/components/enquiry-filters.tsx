import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { AddFilter, FilterSentence, FilterSentences, TextFilter } from '#client/ui/tables/filter-sentences.tsx'
import type { z } from 'zod'
import type { enquiryList } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import { enquiryQueues } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { type EnquiriesSearch, sorts } from '../enquiries-search.ts'
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
  const nameOf = usePartName()
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
    <FilterSentences label={t('filter.label')}>
      <TextFilter
        label={t('filter.search')}
        text={search.text ?? ''}
        onChange={(value) => {
          const { text: _before, ...rest } = search
          onChange({ ...rest, ...(value && { text: value }) })
        }}
      />
      {parts.filter(isShown).map((part) => (
        <FilterSentence
          key={part}
          name={nameOf(part)}
          value={String(search[part] ?? '')}
          choices={options[part]}
          every={t('filter.any')}
          onChange={(value) => put(part, value)}
          removal={{ label: t('filter.remove', { name: nameOf(part) }), onRemove: () => remove(part) }}
        />
      ))}
      <FilterSentence
        name={t('filter.sort')}
        value={search.sort ?? 'clock'}
        choices={sorts.map((each) => [each, t(`sort.${each}`)] as const)}
        onChange={(value) => {
          const sort = sorts.find((each) => each === value)
          onChange({ ...search, ...(sort && { sort }) })
        }}
      />
      <AddFilter
        label={t('filter.add')}
        parts={parts.filter((part) => !isShown(part)).map((part) => [part, nameOf(part)])}
        onAdd={(part) => setAdded([...added, ...parts.filter((each) => each === part)])}
      />
    </FilterSentences>
  )
}

const usePartName = () => {
  const { t } = useEnquiryText()
  return (part: Part): string => (part === 'year' ? t('filter.entryYear') : t(`filter.${part}`))
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
