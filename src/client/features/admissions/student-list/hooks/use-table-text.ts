import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useNow } from '#client/platform/use-now.ts'
import { businessDay, dayMs, minuteMs } from '#shared/kernel/time.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'

/** The same day in every school's zone. */
const noonOf = (day: string) => `${day}T12:00:00Z`

const placeOfName = '\u0000'

/** Finds each once: for days and codes, of which a long list has few. */
function lookedUpOnce<Of extends (string | null)[]>(find: (...of: Of) => string): (...of: Of) => string {
  const found = new Map<string, string>()
  return (...of) => {
    const key = of.join(' ')
    const text = found.get(key) ?? find(...of)
    found.set(key, text)
    return text
  }
}

/**
 * What the lines of the list are written with: asked for by the table, once, and not by each line. Words that many lines share
 * are looked up once too: over thousands of lines looking them up makes most of what the browser has to clear away.
 */
export function useTableText() {
  const { t, i18n } = useTranslation('students')
  const { t: ofList } = useTranslation('admissions.student-list')
  const format = useFormat()
  const words = useStudentText()
  const { timeZone = 'UTC' } = useAtomValue(schoolAtom) ?? {}
  const today = businessDay(useNow(10 * minuteMs), timeZone, 0)
  const lng = i18n.language
  return useMemo(() => {
    const standing = lookedUpOnce((status: StudentStatus, of: StudentOutcome | null) => words.standing(status, of))
    const since = lookedUpOnce((day: string) => t('list.since', { day }))
    const dueAgain = lookedUpOnce((day: string) => t('list.reviewOn', { day: format.day(noonOf(day)) }))
    const day = lookedUpOnce((of: string) => format.day(noonOf(of)))
    /** Late, today or later, with its words. */
    const dueOn = (of: string): { tone: 'late' | 'today' | undefined; text: string } => {
      if (of === today) return { tone: 'today', text: ofList('due.today') }
      if (of > today) return { tone: undefined, text: day(of) }
      const late = Math.round((Date.parse(today) - Date.parse(of)) / dayMs)
      return { tone: 'late', text: ofList('due.late', { count: late }) }
    }
    const [beforeName = '', afterName = ''] = ofList('pick.one', { name: placeOfName }).split(placeOfName)
    return {
      lng,
      t,
      ofList,
      pickOne: (name: string) => beforeName + name + afterName,
      applied: t('column.applied'),
      country: lookedUpOnce(words.country),
      source: lookedUpOnce(words.source),
      grade: lookedUpOnce(words.grade),
      year: words.year,
      standing: ({ status, outcome }: StudentRow) => standing(status, outcome),
      /** Since when they stand there, or when they are looked at again. */
      since: ({ reviewOn, statusSince }: StudentRow) =>
        reviewOn ? dueAgain(reviewOn) : since(format.day(statusSince)),
      day,
      dueOn,
      appliedOn: (at: string) => format.day(at),
    }
  }, [t, ofList, format, words, lng, today])
}

export type TableText = ReturnType<typeof useTableText>
